// Build plugin: writes the types of the package into one file, api.d.ts.
import { build } from 'rolldown';
import { dts } from 'rolldown-plugin-dts';
import ts from 'typescript';
import type { Plugin } from 'vite';

/**
 * Writes the types of an entry as one file beside its code, with their docs.
 * @param tsconfig what its types are checked with
 */
export function declarations(entry: string, tsconfig: string): Plugin {
  return {
    name: 'declarations',
    apply: 'build',
    async writeBundle({ dir }) {
      await build({
        input: entry,
        plugins: [plainTypes, dts({ emitDtsOnly: true, tsconfig })],
        output: { ...(dir === undefined ? {} : { dir }) },
        logLevel: 'silent',
      });
    },
  };
}

/** Writes out what a schema accepts, so that nobody needs the types of the library for that. */
const plainTypes: Plugin = {
  name: 'plain-types',
  transform: {
    filter: { id: /^(?!.*node_modules).*\.d\.ts$/, code: 'Shape<typeof' },
    handler: writeOut,
  },
};

/** Writes the type of the values that a schema accepts in the place of `Shape<typeof S>` and of S. */
function writeOut(code: string): string {
  const file = ts.createSourceFile('types.d.ts', code, ts.ScriptTarget.Latest, true);
  const schemas = new Map<string, ts.VariableDeclaration>();
  for (const statement of file.statements)
    if (ts.isVariableStatement(statement))
      for (const declared of statement.declarationList.declarations)
        schemas.set(declared.name.getText(), declared);
  const written = new Map<ts.Node, string>();
  for (const statement of file.statements) {
    if (!ts.isTypeAliasDeclaration(statement)) continue;
    const [, name = ''] = /^Shape<typeof (\w+)>$/.exec(statement.type.getText()) ?? [];
    const schema = schemas.get(name);
    if (!schema?.type) continue;
    written.set(statement.type, typeOf(schema.type));
    written.set(schema.parent.parent, '');
  }
  let plain = code;
  const fromEnd = [...written].sort(([a], [b]) => b.pos - a.pos);
  for (const [node, text] of fromEnd)
    plain = plain.slice(0, node.getStart(file, text === '')) + text + plain.slice(node.end);
  return plain;
}

/** The type of the values that a schema accepts; of what is no schema, the type itself. */
function typeOf(node: ts.TypeNode): string {
  if (ts.isTypeLiteralNode(node)) return objectOf(node);
  if (ts.isTupleTypeNode(node)) return node.elements.map(typeOf).join(' | ');
  if (ts.isTypeOperatorNode(node) && ts.isTupleTypeNode(node.type)) return typeOf(node.type);
  const schema = schemaOf(node);
  const [first, second] = (ts.isTypeReferenceNode(node) && node.typeArguments) || [];
  if (!first) return NAMED[schema] ?? node.getText();
  switch (schema) {
    case 'ArraySchema':
      return `readonly ${inList(typeOf(first))}[]`;
    case 'NullableSchema':
      return `${typeOf(first)} | null`;
    case 'VariantSchema':
      return second ? typeOf(second) : node.getText();
    case 'SchemaWithPipe': {
      const steps = ts.isTypeOperatorNode(first) ? first.type : first;
      const [base] = ts.isTupleTypeNode(steps) ? steps.elements : [];
      return base ? typeOf(base) : node.getText();
    }
    default:
      return NAMED[schema] ?? (OF_FIRST.has(schema) ? typeOf(first) : node.getText());
  }
}

const inList = (item: string): string => (item.includes('|') ? `(${item})` : item);

const NAMED: Readonly<Record<string, string>> = {
  BooleanSchema: 'boolean',
  NanSchema: 'number',
  NumberSchema: 'number',
  StringSchema: 'string',
};

/** Schemas whose first argument is what they accept. */
const OF_FIRST: ReadonlySet<string> = new Set([
  'CustomSchema',
  'LiteralSchema',
  'ObjectSchema',
  'OptionalSchema',
  'PicklistSchema',
  'UnionSchema',
]);

/** The name of a schema’s type; empty for other types. */
function schemaOf(node: ts.TypeNode): string {
  const isNamed = ts.isTypeReferenceNode(node) && ts.isQualifiedName(node.typeName);
  return isNamed ? node.typeName.right.text : '';
}

/** An object’s type with its docs. */
function objectOf(node: ts.TypeLiteralNode): string {
  const members = node.members.map((member) => {
    if (!ts.isPropertySignature(member) || !member.type) return member.getFullText();
    const { name, type } = member;
    const isOptional = schemaOf(type) === 'OptionalSchema';
    const mark = isOptional || member.questionToken ? '?' : '';
    const docs = member.getFullText().slice(0, member.getLeadingTriviaWidth());
    return `${docs}readonly ${name.getText()}${mark}: ${typeOf(type)}${isOptional ? ' | undefined' : ''};`;
  });
  return `{${members.join('')}\n}`;
}
