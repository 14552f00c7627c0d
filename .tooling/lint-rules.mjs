/**
 * Rules of this repository that no plugin has.
 *
 * @type {import('eslint').ESLint.Plugin}
 */
export const ownRules = {
  rules: {
    /** An error that is caught and of no consequence: a comment says why nobody needs to know. */
    'no-silent-catch': {
      meta: {
        messages: {
          silent:
            'This error vanishes: tell the person, or say in a comment why nobody needs to know.',
        },
      },
      /** @param {any} context */
      create({ sourceCode, report }) {
        /** @type {(node: any, handler: any, body: any) => void} */
        const check = (node, handler, body) => {
          const text = sourceCode.getText(body);
          // whatever is done about it calls, throws or changes something
          const isHandled = handler.params?.length || handler.param || /[(=]|\+\+|throw/.test(text);
          const { start, end } = { start: handler.loc.start.line, end: node.loc.end.line };
          const hasComment = sourceCode
            .getAllComments()
            .some(
              (/** @type {any} */ { loc }) => loc.end.line >= start - 1 && loc.start.line <= end,
            );
          if (!isHandled && !hasComment) report({ node: handler, messageId: 'silent' });
        };
        return {
          CatchClause: (/** @type {any} */ node) => check(node, node, node.body),
          "CallExpression[callee.property.name='catch'] > ArrowFunctionExpression"(
            /** @type {any} */ node,
          ) {
            check(node.parent, node, node.body);
          },
        };
      },
    },
  },
};
