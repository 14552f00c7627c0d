import { describe, expect, it } from 'vitest';
import { tablesOf } from '../../../../tests/support/cases.ts';
import { parseRule } from './parse-rule.ts';
import { readAssertions } from './read-assertions.ts';
import { writePromptfoo } from './write-assertions.ts';

const CASES = tablesOf<{
  promptfoo: [string, unknown][];
  noAssertions: [string, string][];
}>('trajectory-rules');

function rulesIn(text: string): readonly string[] {
  const read = readAssertions(text);
  if (!read.ok) throw new Error(read.reason);
  return read.rules;
}

/* In the forms of promptfoo's reference of deterministic metrics, with tools of our own. */
const PROMPTFOO = `
# agent checks
tracing:
  enabled: true
defaultTest:
  assert:
    - type: trajectory:tool-used
      value:
        - search_orders
        - "compose: reply"
    - type: not-trajectory:tool-used
      value: delete_account   # never
    - type: trajectory:tool-used
      value: { pattern: 'search*', min: 0, max: 3 }
tests:
  - vars:
      question: |
        Where is my order?
        It is late.
    assert:
    - type: trajectory:tool-args-match
      value:
        name: refund
        args: { amount: 5, customer: { id: c-1 } }
    - type: trajectory:tool-sequence
      value:
        mode: exact
        steps: [search_orders, reply]
    - type: trajectory:step-count
      value:
        type: tool
        max: 8
    - type: trajectory:step-count
      value: { type: command, max: 3 }
    - type: tool-call-f1
      value: [a, b]
    - type: contains
      value: 'order'
`;

describe('assertions of promptfoo', () => {
  it('become rules that say the same', () => {
    const read = readAssertions(PROMPTFOO);
    expect(read).toEqual({
      ok: true,
      rules: [
        'at least 1 call of search_orders',
        'at least 1 call of "compose: reply"',
        'never delete_account',
        'at most 3 calls of search*',
        'at least 1 call of refund(amount = 5, customer = {"$atLeast":{"id":"c-1"}})',
        'search_orders then reply',
        'at most 2 calls',
        'at most 8 calls',
      ],
      left: [
        {
          what: 'trajectory:step-count {"type":"command","max":3}',
          why: 'It counts other steps than tool calls, which a trajectory does not have.',
        },
        {
          what: 'tool-call-f1 ["a","b"]',
          why: 'It compares with expected tools: take them for the reference and choose F1.',
        },
      ],
    });
  });

  it.each([
    ...CASES.promptfoo,
    ['never pay(amount > 5)', undefined],
    ['pay only after verify', undefined],
    ['ends with an answer', undefined],
  ])('%s is written as %j, and read back', (text, assertion) => {
    const parsed = parseRule(text);
    const written = parsed.ok ? writePromptfoo(parsed.rule.rule) : undefined;
    expect(written).toEqual(assertion);
    // a pattern for no call at all is read as “at most 0”, which is the same
    const same = text === 'never delete_*' ? 'at most 0 calls of delete_*' : text;
    if (written) expect(rulesIn(JSON.stringify([written]))).toEqual([same]);
  });

  it.each(CASES.noAssertions)('%j: %s', (text, reason) => {
    expect(readAssertions(text)).toEqual({ ok: false, reason });
  });
});

/* In the form of ADK's criteria for tool use, with sentences of our own. */
it('rubrics of ADK become rules where rules can say them', () => {
  const rubrics = [
    'The agent calls the FindRoom tool before calling the BookRoom tool.',
    'The agent must never call `drop_table`.',
    'The agent should use the search tool.',
    'issue_refund only after verify_identity with the same customer_id',
    'The agent calls the BookRoom tool with the dates that the guest named.',
  ].map((text_property, index) => ({
    rubric_id: String(index),
    rubric_content: { text_property },
  }));
  const config = { criteria: { rubric_based_tool_use_quality_v1: { threshold: 1, rubrics } } };
  expect(readAssertions(JSON.stringify(config))).toEqual({
    ok: true,
    rules: [
      'FindRoom before BookRoom',
      'never drop_table',
      'at least 1 call of search',
      'issue_refund only after verify_identity with the same customer_id',
    ],
    left: [
      {
        what: 'The agent calls the BookRoom tool with the dates that the guest named.',
        why: 'It is no sentence that a rule can say: a judged metric can ask it.',
      },
    ],
  });
});

it('rules are read as they are, one a line', () => {
  expect(rulesIn('# mine\n- never a\nat most 3 b\n')).toEqual(['never a', 'at most 3 calls of b']);
});
