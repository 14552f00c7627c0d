import { FIRST_SAMPLE as FIRST, type Sample } from './registry.ts';

type Answer = Readonly<Record<string, unknown>>;

const call = (tool_name: string, tool_input: Answer): Answer => ({ tool_name, tool_input });
const device = (device_id: string, status: string): Answer =>
  call('set_device_info', { device_id, updates: { status } });

/**
 * Where a second agent answers the tasks of the first sample differently: it writes numbers as
 * numbers and looks less around, but forgets a lock and answers one task without a call.
 */
const ANSWERS: Readonly<Record<string, Answer>> = {
  'hd-01': {
    predicted_trajectory: [call('list_devices', { type: 'lights' }), device('device_7', 'OFF')],
    latency_in_seconds: 0.94,
  },
  'hd-02': {
    predicted_trajectory: [
      call('get_user_preferences', { user_id: 'user_a' }),
      call('set_temperature', { room: 'study', temperature: 21 }),
    ],
    latency_in_seconds: 1.21,
  },
  'hd-03': { latency_in_seconds: 0.82 },
  'hd-04': { latency_in_seconds: 1.9 },
  'hd-05': {
    predicted_trajectory: [
      call('list_devices', { type: 'lights' }),
      call('set_lights', { room: 'all', level: 0 }),
      call('lock_door', { door: 'front' }),
      call('set_temperature', { room: 'bedroom', temperature: 17 }),
      call('set_alarm', { mode: 'night' }),
    ],
    latency_in_seconds: 3.4,
  },
  'hd-06': {
    response: 'The kettle is on.',
    predicted_trajectory: [device('device_4', 'ON')],
    latency_in_seconds: 0.78,
  },
  'hd-07': {
    response: 'I cannot see the bathroom right now. Shall I try again later?',
    predicted_trajectory: [],
    latency_in_seconds: 0.49,
  },
  'hd-08': { latency_in_seconds: 1.33 },
  'hd-09': {
    predicted_trajectory: [call('set_temperature', { room: 'nursery', temperature: 22 })],
    latency_in_seconds: 0.97,
  },
  'hd-11': { latency_in_seconds: 0.35 },
  'hd-12': { latency_in_seconds: 1.08 },
  'hd-13': {
    predicted_trajectory: [
      call('get_user_preferences', { user_id: 'user_b' }),
      call('create_routine', { at: '20:00', device_ids: ['device_14', 'device_11'] }),
      call('set_temperature', { room: 'bathroom', temperature: 24 }),
    ],
    latency_in_seconds: 2.17,
  },
  'hd-14': {
    predicted_trajectory: [
      call('close_door', { door: 'garage' }),
      call('get_device_info', { device_id: 'device_2' }),
    ],
    latency_in_seconds: 1.46,
  },
  'hd-15': { latency_in_seconds: 1.3 },
  'hd-16': {
    response: 'The dining room is at 30 percent. Enjoy your dinner!',
    predicted_trajectory: [call('set_lights', { room: 'dining room', level: 30 })],
    latency_in_seconds: 0.88,
  },
  'hd-17': {
    response: 'Lights are off and the robot is cleaning.',
    predicted_trajectory: [
      call('set_lights', { room: 'all', level: 0 }),
      call('start_vacuum', {
        rooms: ['kitchen', 'hallway'],
        options: { mop: false, power: 'quiet' },
      }),
    ],
    latency_in_seconds: 1.99,
  },
  'hd-18': { latency_in_seconds: 1.6 },
};

/** The answers of the second agent, to be compared with the first sample. */
export const SECOND_AGENT: Sample = {
  ...FIRST,
  id: `${FIRST.id}-second-agent`,
  title: `${FIRST.title} · second agent`,
  load: async () => answerAgain(await FIRST.load()),
};

function answerAgain(text: string): string {
  const lines = text.trimEnd().split('\n');
  const answered = lines.map((line) => {
    const row = JSON.parse(line) as Answer & { readonly id: string };
    return JSON.stringify({ ...row, ...ANSWERS[row.id] });
  });
  return `${answered.join('\n')}\n`;
}
