/** The parts of the core that are measured outside the page. */
export { assignRoles } from '#core/read/dataset/columns.ts';
export { readRow } from '#core/read/dataset/read-row.ts';
export { jsonl } from '#core/read/formats/jsonl/jsonl.ts';
export { parseJson } from '#core/base/json/parse-json.ts';
export { readLiteral } from '#core/base/literals/read-literal.ts';
export { DEFAULT_SETTINGS, findMetric, listColumns } from '#core/score/metrics/registry.ts';
export { EXACT_MATCHER } from '#core/match/match-calls.ts';
export { detailRow } from '#core/explain/row/row-detail.ts';
export { ChunkBuilder } from '#core/score/columns/chunk-builder.ts';
export { scoreLines } from '#workers/score-source.ts';
