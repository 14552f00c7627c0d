import { checkCall, type CallFault } from '#core/calls/declarations/check-call.ts';
import { declarationsFor, type Declarations } from '#core/calls/declarations/read-declarations.ts';
import { blameSteps, explainSteps, scoreSteps } from './process-metric.ts';
import { processMetric, type RunSteps } from './process-metric.ts';

const DECLARED = [
  {
    name: 'book_room',
    parameters: {
      type: 'object',
      properties: { hotel: { type: 'integer' }, nights: { type: 'integer' } },
      required: ['hotel'],
    },
  },
];

/** The share of calls that are valid under their tools' declarations. */
export const toolCallSchemaValid = processMetric({
  id: 'tool_call_schema_valid',
  title: 'Tool calls valid by schema',
  short: 'schema',
  scale: 'share',
  better: 'higher',
  definition:
    'The share of calls whose tool is declared and whose arguments are as its schema wants them.',
  formula: 'calls as declared ÷ calls',
  options: ['declarations'],
  score: scoreSteps((run, _, { declarations: pasted }) => {
    if (run.calls.length === 0) return 'prediction_empty';
    const declared = declarationsFor(run.texts, pasted);
    if (!declared) return 'declarations_missing';
    if (declared.tools.size === 0) return 'declarations_unreadable';
    if (run.calls.every(({ isNameOnly }) => isNameOnly === true)) return 'arguments_missing';
    const faulty = faultyCalls(run, declared);
    if (faulty.some(({ fault }) => fault.kind === 'unusable')) return 'declarations_unreadable';
    return (run.calls.length - faulty.length) / run.calls.length;
  }),
  explain: explainSteps((run, { settings }) => {
    const declared = declarationsFor(run.texts, settings.declarations);
    const faulty = declared ? faultyCalls(run, declared) : [];
    const [first] = faulty;
    const all = `${String(run.calls.length - faulty.length)} of ${String(run.calls.length)} calls are as declared`;
    if (!first) return `${all}.`;
    return `${all}; call ${String(first.place + 1)}: ${describeFault(first.fault)}.`;
  }),
  blames: blameSteps((run, { settings }) => {
    const declared = declarationsFor(run.texts, settings.declarations);
    return declared && faultyCalls(run, declared)[0]?.place;
  }),
  example: {
    row: {
      tool_declarations: DECLARED,
      predicted_trajectory: [
        { tool_name: 'book_room', tool_input: { hotel: 3 } },
        { tool_name: 'book_room', tool_input: { hotel: '3' } },
      ],
    },
    working: 'The hotel of the second call is a string, and the schema wants an integer.',
    score: 0.5,
    sum: '1 ÷ 2',
  },
});

interface FaultyCall {
  readonly place: number;
  readonly fault: CallFault;
}

/** The invalid calls, each with its first fault. */
function faultyCalls(run: RunSteps, declared: Declarations): readonly FaultyCall[] {
  return run.calls.flatMap((call, place) => {
    const [fault] = checkCall(call, declared);
    return fault ? [{ place, fault }] : [];
  });
}

function describeFault(fault: CallFault): string {
  switch (fault.kind) {
    case 'undeclared':
      return 'its tool is not declared';
    case 'missing':
      return `${fault.path} is required and not there`;
    case 'unknown':
      return `${fault.path} is not among its parameters`;
    case 'type':
      return `${fault.path === '' ? 'its arguments have' : `${fault.path} has`} another type than declared`;
    case 'value':
      return `${fault.path === '' ? 'its arguments are' : `${fault.path} is`} not as declared`;
    case 'unusable':
      return `the schema of its tool cannot be used: ${fault.words}`;
  }
}
