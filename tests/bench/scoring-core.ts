/** The parts of the core that are measured outside the page. */
export { assignRoles } from '#core/dataset/columns.ts';
export { readRow } from '#core/dataset/read-row.ts';
export { jsonl } from '#core/formats/jsonl/jsonl.ts';
export { parseJson } from '#core/json/parse-json.ts';
export { readLiteral } from '#core/literals/read-literal.ts';
export { DEFAULT_SETTINGS, listColumns } from '#core/metrics/registry.ts';
export { EXACT_MATCHER } from '#core/matching/match-calls.ts';
export { scorerOf } from '#core/metrics/scorers.ts';
export { detailRow } from '#core/row/row-detail.ts';
export { ChunkBuilder } from '#core/scoring/chunk-builder.ts';
