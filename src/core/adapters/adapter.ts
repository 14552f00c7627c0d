import type { JsonObject, JsonValue } from '#core/json/json-value.ts';

/** Reads what a framework writes into rows of the playground. */
export interface Adapter {
  /** Equals the folder's name. */
  readonly id: string;
  readonly title: string;
  /** Tells from one value whether it is this framework's; by keys, never by file name. */
  recognise(value: JsonValue): boolean;
  /**
   * Reads all values of the file. Canonical columns: id, prompt, response, reference,
   * predicted_trajectory, reference_trajectory, latency_in_seconds, failure; others are kept.
   * Never throws; what was left out or changed is in the notes.
   */
  read(values: readonly JsonValue[], options: AdapterOptions): AdapterReading;
}

/** A step on the way to a value: a key of an object, or every item of a list. */
export type Segment = { readonly key: string } | 'items';

/** Where the calls of each side are in a file of an unknown shape. */
export interface CandidateChoice {
  readonly predicted?: readonly Segment[];
  readonly reference?: readonly Segment[];
}

/** What a person decides before a file is read. */
export interface AdapterOptions {
  /** One row for each turn of a user, or one for the whole conversation. */
  readonly turns: 'rows' | 'conversation';
  /** Calls of every agent, or only those of the agent that was asked. */
  readonly subAgents: 'all' | 'root';
  /** Tools whose calls are left out; a name may end in `*`. */
  readonly droppedTools: readonly string[];
  /** A further key under which calls have their arguments. */
  readonly argumentsKey?: string;
  /** Lists a person has chosen in a file of an unknown shape: no adapter is looked for then. */
  readonly lists?: CandidateChoice;
  /** Reads text in Python's notation; undefined when the text is none. */
  readonly readLiteralText?: (text: string) => JsonValue | undefined;
}

/** A part of a file's values, and the parts around it: those whose place may be known. */
export type Origin = readonly JsonValue[];

/** What a file gave: its rows, and everything a person should know about them. */
export interface AdapterReading {
  readonly rows: readonly JsonObject[];
  /** What each row was read from. */
  readonly origins: readonly Origin[];
  /** Which rows, counted from 0, are records that the adapter does not know, just as they stand. */
  readonly others: readonly number[];
  readonly notes: readonly AdapterNote[];
}

/**
 * What a note is about. `detail` holds:
 * `arguments_text`, `arguments_literal`, `arguments_empty`, `names_only`, `calls_dropped`,
 * `pseudo_tool`: the tool, or the side for `names_only`; the others: the key or shape concerned.
 */
export type AdapterNoteCode =
  | 'arguments_text' // neither JSON nor a literal: kept as text
  | 'arguments_literal' // written as Python prints values
  | 'arguments_empty' // empty text or null: no arguments
  | 'arguments_all_count' // the task compares some of them, here all are
  | 'arguments_elsewhere' // no arguments, but an object under another key: `detail` holds the key
  | 'names_only' // calls recorded without arguments
  | 'call_unreadable' // an item of a list of calls that is none
  | 'call_invalid' // the framework itself marked the call as broken
  | 'call_repeated' // recorded again elsewhere; counted once
  | 'calls_expanded' // a wrapper around parallel calls was opened
  | 'calls_dropped' // left out by the drop list
  | 'pseudo_tool' // a hand-over or a final answer in the shape of a call; kept
  | 'sub_agent_calls' // made by a sub-agent; kept
  | 'sub_agent_calls_dropped' // made by a sub-agent; left out
  | 'alternatives' // several right values; the first was taken
  | 'positional_arguments' // arguments without names, named arg_0, arg_1 …
  | 'turns_joined' // turns that became one row
  | 'answers_joined' // answers of a model that are one run, though nothing but their order says so
  | 'side_assumed' // calls whose side nothing told: taken as the prediction
  | 'record_unread' // a record that holds nothing for a row
  | 'calls_unrecorded' // a run of which nothing shows what it called: no prediction, not an empty one
  | 'record_other' // a record that no framework wrote, kept as a plain row
  | 'choices_unread' // answers beside the first
  | 'scores_kept'; // columns with scores of another program

/** Something worth knowing about what was read, counted. */
export interface AdapterNote {
  readonly code: AdapterNoteCode;
  readonly count: number;
  readonly detail: string;
  /** Where it happened first. */
  readonly path?: string;
  /** What was read when it happened first. */
  readonly origin: Origin;
}
