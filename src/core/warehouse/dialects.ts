/** The warehouses that a script can be written for. */
export const DIALECTS = ['bigquery', 'snowflake'] as const;

/** One of {@link DIALECTS}. */
export type DialectId = (typeof DIALECTS)[number];

/** How a warehouse writes what others write differently. */
export interface Dialect {
  readonly title: string;
  /** How the name of a table is written. */
  readonly tableForm: string;
  /** The longest function that may stand in a script, in bytes. */
  readonly inlineBytes: number;
  /** Whether a longer function can be kept in a file that the script names. */
  readonly hasLibraries: boolean;
  /** Quotes the name of a table, as a person writes it; undefined where it is none. */
  quoteTable(name: string): string | undefined;
  /** Quotes the name of a column, or of a field in a column, as a person writes it. */
  quoteColumn(name: string): string | undefined;
  /** Quotes a name that the script makes up; letters, digits and underscores. */
  quoteOwn(name: string): string;
  /** Declares the first and the last day that are scored. */
  declareDays(days: Days | undefined): string;
  /** The names of both days in the script. */
  readonly days: readonly [first: string, last: string];
  /** Declares the function. */
  declareFunction(declaration: FunctionDeclaration): string;
  /** A column's value as JSON text; integers keep all digits. */
  toJson(column: string): string;
  /** The bytes of a text. */
  byteLength(text: string): string;
  /** A field of what the function returned for a score column. */
  scoreOf(scores: string, place: number): string;
  outcomeOf(scores: string, place: number): string;
  /** What follows the name of a table whose rows are found by day. */
  partitionBy(column: string): string;
}

/** The days that are scored, as `2026-01-31`. */
export interface Days {
  readonly first: string;
  readonly last: string;
}

/** The function that scores a row, as a script declares it. */
export interface FunctionDeclaration {
  readonly name: string;
  /** The names of its arguments, which are JSON texts. */
  readonly cells: readonly string[];
  /** JavaScript of which the last statement returns the scores. */
  readonly body: string;
  /** Where the library is kept; undefined where the body is all there is. */
  readonly library: string | undefined;
}

const SIMPLE = /^[A-Za-z_][A-Za-z0-9_$]*$/;

const bigquery: Dialect = {
  title: 'BigQuery',
  tableForm: 'project.dataset.table',
  inlineBytes: 32 * 1024,
  hasLibraries: true,
  quoteTable(name) {
    const plain = name.replace(/^`([^`]*)`$/, '$1');
    const isTable = /^[^`\\\s"';]+$/.test(plain) && plain.split('.').every((part) => part !== '');
    return isTable ? `\`${plain}\`` : undefined;
  },
  quoteColumn(name) {
    const parts = name.split('.').map((part) => part.replace(/^`([^`]*)`$/, '$1'));
    const isColumn = parts.every((part) => /^[^`\\"'\r\n]+$/.test(part));
    return isColumn ? parts.map((part) => `\`${part}\``).join('.') : undefined;
  },
  quoteOwn: (name) => `\`${name}\``,
  declareDays: (days) =>
    (['first', 'last'] as const)
      .map((which) => {
        const day = days ? `DATE '${days[which]}'` : 'DATE_SUB(CURRENT_DATE(), INTERVAL 1 DAY)';
        return `DECLARE ${which}_day DATE DEFAULT ${day};`;
      })
      .join('\n'),
  days: ['first_day', 'last_day'],
  declareFunction: ({ name, cells, body, library }) =>
    [
      `CREATE TEMP FUNCTION ${name}(${cells.map((cell) => `${cell} STRING`).join(', ')})`,
      'RETURNS ARRAY<STRUCT<metric STRING, score FLOAT64, outcome STRING>>',
      'DETERMINISTIC',
      'LANGUAGE js',
      ...(library === undefined ? [] : [`OPTIONS (library = ['${library}'])`]),
      `AS r"""\n${body}\n""";`,
    ].join('\n'),
  toJson: (column) => `TO_JSON_STRING(${column})`,
  byteLength: (text) => `BYTE_LENGTH(${text})`,
  scoreOf: (scores, place) => `${scores}[OFFSET(${String(place)})].score`,
  outcomeOf: (scores, place) => `${scores}[OFFSET(${String(place)})].outcome`,
  partitionBy: (column) => ` PARTITION BY ${column}`,
};

const snowflake: Dialect = {
  title: 'Snowflake',
  tableForm: 'database.schema.table',
  inlineBytes: 100 * 1000,
  hasLibraries: false,
  quoteTable: quoteParts,
  // a field of a VARIANT needs a view: a path there is written in other ways
  quoteColumn: (name) => quotePart(name),
  quoteOwn: (name) => name,
  declareDays: (days) =>
    (['first', 'last'] as const)
      .map((which) => {
        const day = days ? `TO_DATE('${days[which]}')` : 'DATEADD(day, -1, CURRENT_DATE())';
        return `SET ${which}_day = ${day};`;
      })
      .join('\n'),
  days: ['$first_day', '$last_day'],
  declareFunction: ({ name, cells, body }) =>
    [
      `CREATE OR REPLACE TEMPORARY FUNCTION ${name}(${cells.map((cell) => `${cell} VARCHAR`).join(', ')})`,
      'RETURNS ARRAY',
      'LANGUAGE JAVASCRIPT',
      'IMMUTABLE',
      `AS $$\n${body}\n$$;`,
    ].join('\n'),
  toJson: (column) => `TO_JSON(TO_VARIANT(${column}))`,
  byteLength: (text) => `OCTET_LENGTH(${text})`,
  scoreOf: (scores, place) => `CAST(GET_PATH(${scores}, '[${String(place)}].score') AS FLOAT)`,
  outcomeOf: (scores, place) =>
    `CAST(GET_PATH(${scores}, '[${String(place)}].outcome') AS VARCHAR)`,
  partitionBy: () => '',
};

/** The warehouses with their ways of writing. */
export const DIALECT: Readonly<Record<DialectId, Dialect>> = { bigquery, snowflake };

/** Plain names stay as they are, because Snowflake writes them in capitals; others are quoted. */
function quotePart(name: string): string | undefined {
  if (SIMPLE.test(name)) return name;
  const plain = name.replace(/^"((?:[^"]|"")*)"$/, (_, inner: string) =>
    inner.replaceAll('""', '"'),
  );
  return plain === '' || /[\r\n\\]/.test(plain) ? undefined : `"${plain.replaceAll('"', '""')}"`;
}

function quoteParts(name: string): string | undefined {
  const parts = name.match(/"(?:[^"]|"")*"|[^."]+/g) ?? [];
  const quoted = parts.map(quotePart);
  const isWhole = parts.join('.') === name && quoted.every((part) => part !== undefined);
  return isWhole && parts.length <= 3 ? quoted.join('.') : undefined;
}
