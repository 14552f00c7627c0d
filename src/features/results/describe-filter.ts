import { nameOfPath } from '#core/base/json/json-path.ts';
import { PATTERN_TITLES } from '#core/explain/failure-patterns/failure-patterns.ts';
import { parseSignature } from '#core/match/signature.ts';
import { titleOf } from '#core/score/metrics/registry.ts';
import { signatureInWords } from '#core/explain/summary/headline.ts';
import { REVIEW_COLUMN } from '#core/score/rated-metrics/rating-metric.ts';
import type { CellOfTools } from '#core/explain/tool-table/tool-table.ts';
import type { Filter } from '#core/explain/view/filter.ts';
import { boundText } from '#core/base/text/sentence.ts';
import { formatCount } from '#ui/format-number.ts';
import { describeFilter as texts } from './texts.ts';

const TOOL_COLUMN = /^(\w+)\((.*)\)$/s;

/** Names a score column from its id alone. */
function columnTitle(columnId: string): string {
  const [, metricId, tool] = TOOL_COLUMN.exec(columnId) ?? [];
  return titleOf(
    metricId !== undefined && tool !== undefined ? { metricId, tool } : { metricId: columnId },
  ).title;
}

/** Writes a range of scores, a single one without its other end, a person’s verdict in words. */
function rangeInWords({ columnId, min, max }: Extract<Filter, { kind: 'score' }>): string {
  if (min !== max) return texts.range(rounded(min), rounded(max));
  return columnId === REVIEW_COLUMN.id ? texts.verdicts[min === 1 ? 'pass' : 'fail'] : rounded(min);
}

function rounded(value: number): string {
  const short = Number(value.toPrecision(4));
  return Math.abs(short) < 1000 ? String(short) : formatCount(short);
}

const RELATION_WORDS = { '<': '<', '<=': '≤', '>': '>', '>=': '≥', '!=': '≠' } as const;

function relationInWords(filter: {
  readonly relation: keyof typeof RELATION_WORDS;
  readonly value: number;
}): string {
  return `${RELATION_WORDS[filter.relation]} ${rounded(filter.value)}`;
}

/** Writes a part of a larger filter; lists are within brackets. */
function partInWords(filter: Filter): string {
  const words = describeFilter(filter);
  return filter.kind === 'any' || filter.kind === 'all' ? `(${words})` : words;
}

/** Writes a cell's value; a blank one in words. */
function valueInWords(value: string): string {
  return value === '' ? texts.blank : value;
}

const CHIP_LIMIT = 60;

/** Names a group of rows, whose head says what it is grouped by. */
export function describeGrouping(filter: Filter): string {
  if (filter.kind === 'tool') return filter.tool;
  return filter.kind === 'cell' ? valueInWords(filter.value) : describeFilter(filter);
}

function toolPairInWords({ expected, made, isRight }: CellOfTools): string {
  if (expected === '') return texts.tools.extra(made);
  if (made === '') return texts.tools.missing(expected);
  if (made !== expected) return texts.tools.other(made, expected);
  if (isRight === undefined) return texts.tools.same(made);
  return isRight ? texts.tools.correct(made) : texts.tools.wrong(made);
}

/** Puts a filter into the words of its chip. */
export function describeFilter(filter: Filter): string {
  switch (filter.kind) {
    case 'score':
      return `${columnTitle(filter.columnId)} ${rangeInWords(filter)}`;
    case 'score-relation':
      return `${columnTitle(filter.columnId)} ${relationInWords(filter)}`;
    case 'score-text':
      return texts.contains(columnTitle(filter.columnId), boundText(filter.text, CHIP_LIMIT));
    case 'failing':
      return texts.fails(columnTitle(filter.columnId));
    case 'passing':
      return texts.passes(columnTitle(filter.columnId));
    case 'outcome':
      return filter.outcome === 'error'
        ? texts.hasError(columnTitle(filter.columnId))
        : texts.isNotScored(columnTitle(filter.columnId));
    case 'unscored':
      return texts.hasNoScore(columnTitle(filter.columnId));
    case 'not-evaluated':
      return texts.notScored;
    case 'agent-failed':
      return texts.agentFailed;
    case 'code':
      return texts.code(filter.code);
    case 'tool':
      return texts.calls(filter.tool);
    case 'signature': {
      const signature = parseSignature(filter.signature);
      return `${signature.tool} ${nameOfPath(signature.path)} ${signatureInWords(signature)}`.replace(
        / +/g,
        ' ',
      );
    }
    case 'cell':
      return `${filter.column}: ${boundText(valueInWords(filter.value), CHIP_LIMIT)}`;
    case 'cell-text':
      return texts.contains(filter.column, boundText(filter.text, CHIP_LIMIT));
    case 'cell-relation':
      return `${filter.column} ${relationInWords(filter)}`;
    case 'difference':
      return texts.differences[filter.difference];
    case 'tool-pair':
      return toolPairInWords(filter);
    case 'pattern':
      return [PATTERN_TITLES[filter.pattern], filter.tool ?? ''].join(' ').trim();
    case 'step':
      return texts.step(filter.from, filter.to, filter.isFirst === true);
    case 'text':
      return texts.containsText(filter.text);
    case 'not':
      return texts.not(partInWords(filter.of));
    case 'any':
      return filter.of.map(partInWords).join(texts.or);
    case 'all':
      return filter.of.map(partInWords).join(texts.and);
  }
}
