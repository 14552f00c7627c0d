import type { CallNoteCode } from '#core/calls/read-call.ts';

/**
 * What an adapter has noted. The `detail` of a note holds: for `arguments_text`, `arguments_literal`,
 * `arguments_empty`, `names_only`, `calls_dropped` and `pseudo_tool` the tool, or the side for
 * `names_only`; for others the key or shape concerned.
 */
export const ADAPTER_NOTES = {
  arguments_text: 'arguments that are neither JSON nor Python were kept as text',
  arguments_literal: 'arguments were Python literals',
  arguments_empty: 'empty arguments were read as {}',
  arguments_all_count: 'the task compares only some arguments of a call; here all of them count',
  names_only: 'calls without arguments are compared by name',
  arguments_found: 'arguments under no usual key were read from others',
  arguments_unclear: 'nothing tells which keys of a call hold its arguments: it is left out',
  // of runs stored by earlier versions
  arguments_elsewhere: 'calls without arguments have an object under another key: it was not used',
  call_unreadable: 'an item in a list of calls is not a call',
  call_invalid: 'a call that the framework could not read counts as called and matches nothing',
  call_repeated: 'a call recorded twice was counted once',
  calls_expanded: 'parallel calls were unwrapped',
  calls_dropped: 'calls on the drop list were left out',
  pseudo_tool: 'a hand-over or final answer recorded as a call was kept',
  sub_agent_calls: 'calls of a sub-agent were kept',
  sub_agent_alone: 'a sub-agent whose session is not there is a run of its own',
  sub_agent_calls_dropped: 'calls of a sub-agent were left out',
  positional_arguments: 'arguments without names were numbered',
  turns_joined: 'turns were joined into one row',
  answers_joined: 'model answers up to the first without calls were joined into one run',
  side_assumed: 'calls were taken as called: nothing says whether they were expected',
  record_unread: 'a record has no data for a row',
  answer_unreadable:
    'an answer with anything beside its calls counts as one without calls, as the benchmark does',
  calls_unrecorded: 'no calls of a run are recorded, though it may have made some',
  calls_unread: 'a part of a run was not understood: it may have made more calls',
  record_other: 'a record that this framework did not write is kept as a row with its own columns',
  unit_by_size: 'the unit of a time was taken from the size of its number',
  results_by_order: 'results that do not say which call they answer were paired by order',
  scores_kept: 'scores of another program were kept as columns',
} satisfies Record<CallNoteCode, string> & Record<string, string>;

/** What a note is about. */
export type AdapterNoteCode = keyof typeof ADAPTER_NOTES;
