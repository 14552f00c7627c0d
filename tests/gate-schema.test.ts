import { readFileSync } from 'node:fs';
import { toJsonSchema } from '@valibot/to-json-schema';
import Ajv from 'ajv';
import fc from 'fast-check';
import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { lawRuns } from './support/law-runs.ts';
import {
  BOUNDS,
  GateFile,
  GOES_WITH,
  printGateConfig,
  ROW_KINDS,
  SUBJECTS,
  type GateConfig,
  readGateConfig,
} from '#core/gate/gate-config.ts';
import { DIFFERENCE_KINDS } from '#core/match/signature.ts';

const ROOT = new URL('..', import.meta.url);

const oneOf = (keys: readonly string[]) => ({ oneOf: keys.map((key) => ({ required: [key] })) });

/** Which keys of a condition go together: its schema finds that out in code. */
const TOGETHER = {
  allOf: [oneOf(SUBJECTS), oneOf(BOUNDS)],
  dependencies: {
    tool: [GOES_WITH.tool],
    'pass^k': { required: [GOES_WITH['pass^k']], not: { required: ['noWorseBy'] } },
  },
};

const SCHEMA = {
  title: 'A gate of Trajectory Playground',
  description: 'What a run has to meet; see gate.md.',
  ...toJsonSchema(GateFile, {
    typeMode: 'output',
    ignoreActions: ['finite', 'transform'],
    overrideSchema: ({ jsonSchema }) =>
      jsonSchema.type === 'object' ? { ...jsonSchema, additionalProperties: false } : undefined,
    overrideAction: ({ valibotAction, jsonSchema }) =>
      valibotAction.type !== 'raw_check'
        ? undefined
        : 'metric' in (jsonSchema.properties ?? {})
          ? { ...jsonSchema, ...TOGETHER }
          : jsonSchema,
  }),
};
const isValid = new Ajv().compile(SCHEMA);

/** What is right, and now and then something else. */
function mostly(right: fc.Arbitrary<unknown>, other: fc.Arbitrary<unknown>) {
  return fc.oneof({ arbitrary: right, weight: 6 }, { arbitrary: other, weight: 1 });
}

const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });
const odd = mostly(share, fc.constantFrom(-1, 'x', null, true, 2, {}));
const subject = fc.oneof(
  fc.record({ metric: fc.constantFrom('own metric', '', 5) }),
  fc.record({ metric: fc.constant('own'), 'pass^k': fc.constantFrom(1, 4, 0, 2.5, 101) }),
  fc.record({ cause: fc.constantFrom(...DIFFERENCE_KINDS, 'other') }),
  fc.record({ cause: fc.constantFrom(...DIFFERENCE_KINDS), tool: fc.constantFrom('t', 4) }),
  fc.record({ rows: fc.constantFrom(...ROW_KINDS, 'lost'), tool: fc.constantFrom(undefined, 't') }),
  fc.record({ calls: fc.constantFrom('mean', 'p95', 'p99.9', 'p0', 'p100', 'max') }),
  fc.record({
    latency: fc.constantFrom('mean', 'p50', 5),
    'pass^k': fc.constantFrom(undefined, 2),
  }),
  fc.constantFrom({}, { metric: 'a', cause: 'extra' }, { metrics: 'a' }),
);
const bound = fc.oneof(
  fc.record({ min: odd }),
  fc.record({ max: odd }),
  fc.record({ noWorseBy: odd }),
  fc.constantFrom({}, { min: 0.5, max: 0.6 }),
);
const group = fc.constantFrom(
  ...[{}, { group: { column: 'c' } }, { group: { column: 'c', value: 'v' } }],
  ...[{ group: {} }, { group: 'c' }, { group: { column: '', value: 1 } }],
);
const condition = fc
  .tuple(subject, bound, group)
  .map((parts): unknown => JSON.parse(JSON.stringify(Object.assign({}, ...parts))));

describe('the schema of a config', () => {
  it('is in the docs as it follows from what configs are read by', async () => {
    const text = await format(JSON.stringify(SCHEMA, null, 2), { parser: 'json', printWidth: 100 });
    await expect(text).toMatchFileSnapshot('../docs/gate.schema.json');
  });

  it('takes whatever is read', () => {
    const config = fc.record(
      {
        version: mostly(fc.constant(1), fc.constantFrom(2, '1')),
        confidence: mostly(fc.constantFrom(0.95, 0.5), fc.constantFrom(1, 'x')),
        adjust: mostly(fc.constantFrom('holm', 'none'), fc.constant('both')),
        fewestRows: mostly(fc.constantFrom(6, 2), fc.constantFrom(1, 2.5)),
        conditions: fc.array(condition, { minLength: 1, maxLength: 2 }),
      },
      { requiredKeys: ['version', 'conditions'] },
    );
    const read = config.filter((given) => readGateConfig(JSON.stringify(given)).ok);
    fc.assert(
      fc.property(read, (given) => {
        expect([given, isValid(given), isValid.errors]).toEqual([given, true, null]);
      }),
      { numRuns: lawRuns(200) },
    );
  });

  it('refuses what has the wrong form, as reading does', () => {
    fc.assert(
      fc.property(condition, (one) => {
        const config = { version: 1, conditions: [one] };
        if (isValid(config)) return;
        expect(readGateConfig(JSON.stringify(config)).ok).toBe(false);
      }),
      { numRuns: lawRuns(1000) },
    );
  });

  it('takes the example of the document, which is printed as the page prints it', () => {
    const text = readFileSync(new URL('docs/gate.md', ROOT), 'utf8');
    const [, example = ''] = /```json\n([^]*?)```/.exec(text) ?? [];
    const reading = readGateConfig(example);
    expect(reading).toMatchObject({ ok: true });
    expect(isValid(JSON.parse(example))).toBe(true);
    expect(printGateConfig((reading as { readonly config: GateConfig }).config)).toBe(example);
  });
});
