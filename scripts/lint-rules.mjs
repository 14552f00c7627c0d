// ESLint rules of this repository.
/** Attributes whose values look like text but are not. */
const CODE_ATTRIBUTES = new Set([
  'class',
  'd',
  'kbd',
  'style',
  'transform',
  'viewBox',
  'rel',
  'sandbox',
]);

/** Whether a string is an import's path, a comparison, a key, a class, or an error's message. */
function isForPrograms(/** @type {any} */ { parent, value }) {
  return (
    /^(Import|Export|TSLiteral|Switch|Binary|SvelteLiteral)/.test(parent.type) ||
    (parent.type === 'ArrayExpression' && parent.parent.parent?.key?.name === 'class') ||
    (parent.type === 'NewExpression' && /Error$/.test(parent.callee.name)) ||
    (parent.type === 'CallExpression' &&
      /^(includes|closest)$/.test(parent.callee.property?.name)) ||
    /^(Enter|Escape|Home|End|Tab|Backspace|Delete|Page(Up|Down)|Arrow\w+)$/.test(value)
  );
}

/**
 * Rules of this repository that no plugin has.
 *
 * @type {import('eslint').ESLint.Plugin}
 */
export const ownRules = {
  rules: {
    /** Texts for the user are in texts.ts, so that the page can be translated. */
    'texts-apart': {
      meta: { messages: { text: 'A person reads this: it belongs in texts.ts of this folder.' } },
      /** @param {any} context */
      create({ report }) {
        /** @type {(node: any, text: string, pattern: RegExp) => void} */
        const check = (node, text, pattern) => {
          if (pattern.test(text)) report({ node, messageId: 'text' });
        };
        return {
          'SvelteElement > SvelteText'(/** @type {any} */ node) {
            check(node, node.value, /\p{L}{2}/u);
          },
          'SvelteAttribute > SvelteLiteral'(/** @type {any} */ node) {
            if (!CODE_ATTRIBUTES.has(node.parent.key.name))
              check(node, node.value, /^\p{Lu}\p{Ll}|\p{L}{2}[,:]? \p{L}/u);
          },
          Literal(/** @type {any} */ node) {
            if (typeof node.value === 'string' && !isForPrograms(node))
              check(node, node.value, /^\p{Lu}\p{Ll}+$|\p{Ll}{2}[,:]? \p{Ll}/u);
          },
          TemplateElement(/** @type {any} */ node) {
            if (!isForPrograms(node.parent))
              check(node, node.value.cooked, /\p{Ll}{2}[,:]? \p{Ll}|^\p{Lu}\p{Ll}+ | \p{Ll}{2,}$/u);
          },
        };
      },
    },
    /** A caught error without consequence: a comment says why. */
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
          // any reaction calls, throws or assigns something
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
