import { groupIssues } from '#core/read/issues/group-issues.ts';
import { sentenceOf } from '#core/read/issues/sentences.ts';
import { placeOf, type Issue, type IssueCode } from '#core/read/issues/issue.ts';
import { ResultCsv } from './result-table.ts';

/** A receipt: what was read of a file, and what was not. */
export interface Receipt {
  readonly dataset: string;
  readonly format: string;
  /** The unit of an issue's `line`. */
  readonly unit: 'Line' | 'Row';
  readonly rows: number;
  readonly skipped: number;
  /** The columns with their roles and the number of filled rows. */
  readonly columns: readonly {
    readonly name: string;
    readonly takenFor: string;
    readonly filled: number;
  }[];
  readonly issues: readonly Issue[];
  /** The number of issues by code; only some are kept. */
  readonly counts: Readonly<Partial<Record<IssueCode, number>>>;
}

/** Writes a receipt as JSON: facts, columns, and issues by code. */
export function writeReceiptJson(receipt: Receipt): string {
  const { dataset, format, unit, rows, skipped, columns, issues, counts } = receipt;
  const kinds = groupIssues(issues, counts).map((group) => ({
    code: group.code,
    severity: group.severity,
    title: group.title,
    count: group.total,
    listed: group.issues.length,
    issues: group.issues.map((issue) => ({ ...placeOf(issue), ...sentenceOf(issue, unit) })),
  }));
  const listed = columns.map(({ name, takenFor, filled }) => ({
    name,
    taken_for: takenFor,
    filled,
  }));
  const file = { dataset, format, rows, skipped, line_is: unit.toLowerCase(), columns: listed };
  return `${JSON.stringify({ ...file, issues: kinds }, null, 2)}\n`;
}

/** Writes the issues of a receipt as CSV, by code; lines include their ends. */
export function writeReceiptCsv(receipt: Receipt): string[] {
  const { issues, counts, unit } = receipt;
  const names = ['severity', 'code', unit.toLowerCase(), 'column', 'path', 'title', 'detail'];
  const table = new ResultCsv(names);
  for (const { severity, code, issues: kept } of groupIssues(issues, counts)) {
    for (const issue of kept) {
      const { line = '', column = '', path = '' } = placeOf(issue);
      const { title, detail } = sentenceOf(issue, unit);
      table.add([severity, code, line, column, path, title, detail]);
    }
  }
  return table.parts();
}
