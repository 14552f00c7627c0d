import type { Condition, Subject } from '#core/gate/gate-config.ts';
import { describeCondition } from '#core/gate/gate-sentences.ts';
import { DIFFERENCE_KINDS } from '#core/match/signature.ts';
import { isPairwise } from '#core/score/judged-metrics/judged-metric.ts';
import { isUnitScale } from '#core/score/metric/metric.ts';
import { findMetric, findRecorded } from '#core/score/metrics/registry.ts';
import type { ScoredColumns } from '#core/score/columns/scored-columns.ts';
import { conditionForm as texts } from './texts.ts';

/** Something that a condition can be about, as a choice in a list. */
export interface SubjectChoice {
  readonly value: string;
  readonly label: string;
  readonly subject: Subject;
  readonly bounds: readonly BoundKind[];
}

/** A kind of bound. */
export type BoundKind = 'min' | 'max' | 'noWorseBy';

/** Trials that pass^k asks for, unless a person says otherwise. */
export const USUAL_K = 4;

type Choice = readonly [Subject, readonly BoundKind[]];

/** Lists what conditions on a run can be about. */
export function listSubjects(columns: ScoredColumns): readonly SubjectChoice[] {
  const { scores } = columns;
  const own = scores.filter((column) => !isPairwise(column) && !isRecorded(column.metricId));
  const choices: Choice[] = own.map(({ id, metricId }) => [
    { metric: id },
    findMetric(metricId)?.better === 'none' ? ['min', 'max'] : ['min', 'max', 'noWorseBy'],
  ]);
  if (hasTrials(columns.idKeys))
    for (const { id, metricId } of own)
      if (canPass(metricId)) choices.push([{ metric: id, 'pass^k': USUAL_K }, ['min']]);
  for (const cause of DIFFERENCE_KINDS) choices.push([{ cause }, ['max', 'noWorseBy']]);
  choices.push([{ rows: 'unscored' }, ['max', 'noWorseBy']]);
  if (hasValues(findRecorded(scores, 'failure')))
    choices.push([{ rows: 'failed' }, ['max', 'noWorseBy']]);
  choices.push([{ calls: 'mean' }, ['max', 'min', 'noWorseBy']], [{ calls: 'p95' }, ['max']]);
  if (hasValues(findRecorded(scores, 'latency_in_seconds')))
    choices.push([{ latency: 'mean' }, ['max', 'noWorseBy']], [{ latency: 'p95' }, ['max']]);
  return choices.map(([subject, bounds]) => ({
    value: keyOf(subject),
    label: labelOf(subject),
    subject,
    bounds,
  }));
}

/** Names a subject, whatever k pass^k has. */
function keyOf(subject: Subject): string {
  if ('metric' in subject)
    return `${subject['pass^k'] === undefined ? 'metric' : 'pass^k'} ${subject.metric}`;
  if ('cause' in subject) return `cause ${subject.cause} ${subject.tool ?? ''}`.trim();
  if ('rows' in subject) return `rows ${subject.rows}`;
  return 'calls' in subject ? `calls ${subject.calls}` : `latency ${subject.latency}`;
}

function labelOf(subject: Subject): string {
  const { subject: label } = describeCondition({ ...subject, min: 0 });
  if (!('metric' in subject) || subject['pass^k'] === undefined) return label;
  return texts.passHat(describeCondition({ metric: subject.metric, min: 0 }).subject);
}

/** The choice that a condition was made from; one of its own where the list has none. */
export function choiceFor(condition: Condition, choices: readonly SubjectChoice[]): SubjectChoice {
  const { group: _, ...subject } = condition;
  const value = keyOf(subject);
  return (
    choices.find((choice) => choice.value === value) ?? {
      value,
      label: labelOf(subject),
      subject: subjectOf(condition),
      bounds: [boundOf(condition).kind],
    }
  );
}

/** What a condition is about, without what it asks. */
function subjectOf(condition: Condition): Subject {
  const entries = Object.entries(condition).filter(
    ([key]) => !['min', 'max', 'noWorseBy', 'group'].includes(key),
  );
  return Object.fromEntries(entries) as unknown as Subject;
}

/** What a condition asks. */
export function boundOf(condition: Condition): {
  readonly kind: BoundKind;
  readonly value: number;
} {
  if ('min' in condition) return { kind: 'min', value: condition.min };
  if ('max' in condition) return { kind: 'max', value: condition.max };
  return { kind: 'noWorseBy', value: condition.noWorseBy };
}

/** Puts a condition together. */
export function conditionOf(
  subject: Subject,
  kind: BoundKind,
  value: number,
  group: Condition['group'],
): Condition {
  return { ...subject, [kind]: value, ...(group ? { group } : {}) } as Condition;
}

function isRecorded(metricId: string): boolean {
  return findMetric(metricId)?.isRecorded === true;
}

function hasTrials(idKeys: Float64Array): boolean {
  const ids = idKeys.filter((key) => !Number.isNaN(key));
  return new Set(ids).size < ids.length;
}

function canPass(metricId: string): boolean {
  const metric = findMetric(metricId);
  return metric !== undefined && metric.better !== 'none' && isUnitScale(metric.scale);
}

function hasValues(scores: { readonly values: Float64Array } | undefined): boolean {
  return scores?.values.some((value) => !Number.isNaN(value)) === true;
}
