import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '#core/base/json/json-value.ts';
import type { Step } from '#core/calls/step.ts';
import { Collector, USUAL_OPTIONS } from '#core/read/framework/adapter.ts';
import { readMessages } from '#core/read/transcripts/read-message.ts';
import { writeTurns } from '#core/read/transcripts/write-turns.ts';
import { assignRoles } from '#core/read/dataset/columns.ts';
import { stepsOfRow } from './align-row.ts';

const ROLES = assignRoles([]);

/** Steps in a form that is quick to compare: `agent: text`, `tool -> result`. */
function print(steps: readonly Step[]): readonly string[] {
  return steps.map((step) => {
    if (step.kind === 'message') return `${step.role}: ${step.text}`;
    const output = step.output === undefined ? '' : ` -> ${JSON.stringify(step.output)}`;
    return `${step.call.tool_name}${output}`;
  });
}

const CHAT: JsonValue = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'Dune?' },
  {
    role: 'assistant',
    content: 'I look.',
    tool_calls: [{ id: '1', function: { name: 'find', arguments: '{"t":1}' } }],
  },
  { role: 'tool', tool_call_id: '1', content: 'here' },
  { role: 'assistant', content: 'Yes.' },
];
const CHAT_STEPS = [
  ...['system: Be brief.', 'user: Dune?', 'agent: I look.'],
  ...['find -> "here"', 'agent: Yes.'],
];

describe('the steps of a row', () => {
  it('are those of a prediction that is a conversation', () => {
    expect(print(stepsOfRow({ predicted_trajectory: CHAT }, ROLES))).toEqual(CHAT_STEPS);
  });

  it('are its calls and a conversation beside them that makes the same ones', () => {
    const calls = [{ tool_name: 'find', tool_input: { t: 1 }, tool_output: 'here' }];
    const row = { predicted_trajectory: calls, messages: CHAT };
    expect(print(stepsOfRow(row, ROLES))).toEqual(CHAT_STEPS);
    const others = [{ tool_name: 'look', tool_input: {} }];
    expect(
      print(stepsOfRow({ prompt: 'Q', predicted_trajectory: others, messages: CHAT }, ROLES)),
    ).toEqual(['user: Q', 'look']);
  });

  it('are its question, calls and answer where nothing else tells', () => {
    const row = { prompt: 'Q', response: 'A', predicted_trajectory: ['find', 'book'] };
    expect(print(stepsOfRow(row, ROLES))).toEqual(['user: Q', 'find', 'book', 'agent: A']);
    expect(print(stepsOfRow({ prompt: 'Q' }, ROLES))).toEqual(['user: Q']);
  });
});

/** A conversation, and what it says and calls, in order. */
const conversation = fc
  .array(
    fc.oneof(
      fc.constant('user' as const),
      fc.constant('system' as const),
      fc.integer({ min: 0, max: 3 }),
    ),
    { minLength: 1, maxLength: 12 },
  )
  .map((turns) => {
    const expected: string[] = [];
    const messages: JsonObject[] = [];
    for (const [at, turn] of turns.entries()) {
      const text = `text ${at}`;
      if (typeof turn === 'string') {
        messages.push({ role: turn, content: text });
        expected.push(`${turn}: ${text}`);
        continue;
      }
      const calls = Array.from({ length: turn }, (_, index) => ({
        id: `${at}-${index}`,
        function: { name: `tool_${index}`, arguments: '{}' },
      }));
      messages.push({ role: 'assistant', content: text, tool_calls: calls });
      expected.push(`agent: ${text}`);
      for (const { id, function: made } of calls) {
        messages.push({ role: 'tool', tool_call_id: id, content: id });
        expected.push(`${made.name} -> "${id}"`);
      }
    }
    return { messages, expected };
  });

describe('rows that an adapter wrote', () => {
  const rowsOf = (
    messages: readonly JsonValue[],
    options = USUAL_OPTIONS,
  ): readonly JsonObject[] => {
    const out = new Collector(options);
    writeTurns(readMessages(messages, out), {}, out);
    return out.result().rows;
  };

  it('say all that was said and called, in order', () => {
    fc.assert(
      fc.property(
        conversation,
        fc.constantFrom('rows' as const, 'conversation' as const),
        ({ messages, expected }, turns) => {
          const rows = rowsOf(messages, { ...USUAL_OPTIONS, turns });
          expect(rows.flatMap((row) => print(stepsOfRow(row, ROLES)))).toEqual(expected);
        },
      ),
    );
  });

  it('keep the places of what was said where calls are left out', () => {
    fc.assert(
      fc.property(conversation, ({ messages, expected }) => {
        const options = { turns: 'conversation' as const, droppedTools: ['tool_1'] };
        const rows = rowsOf(messages, { ...USUAL_OPTIONS, ...options });
        expect(rows.flatMap((row) => print(stepsOfRow(row, ROLES)))).toEqual(
          expected.filter((step) => !step.startsWith('tool_1')),
        );
      }),
    );
  });

  it('number calls of one message, and no others', () => {
    const call = (id: string) => ({ id, function: { name: 'f', arguments: '{}' } });
    const asks = (...ids: string[]) => ({ role: 'assistant', tool_calls: ids.map(call) });
    const [row] = rowsOf([asks('1', '2'), asks('3'), asks('4', '5')]);
    const steps = stepsOfRow(row!, ROLES);
    expect(steps.map((step) => step.kind === 'call' && step.parallel)).toEqual([
      ...[1, 1, undefined, 2, 2],
    ]);
  });
});
