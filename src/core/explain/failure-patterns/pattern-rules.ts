import type { FailurePattern } from './failure-patterns.ts';

/** The rule by which each is found. */
export const PATTERN_RULES: Readonly<Record<FailurePattern, string>> = {
  'invalid-tool-call-syntax':
    'The agent’s calls cannot be read, or arguments that begin like JSON are not JSON.',
  'hallucination-of-tool': 'A call of a tool that is not declared.',
  'under-punting': 'A call is made where none is expected.',
  'omission-of-required-tool-call':
    'An expected call is not made, and no other tool is called in its place.',
  'incorrect-tool-selection': 'Between the same neighbours, another tool is called than expected.',
  'incorrect-parameter-mapping':
    'An expected text or number stands under another name, whose own expected value differs.',
  'non-existent-parameter': 'An argument that the declaration of the tool does not have.',
  'failure-to-set-parameter':
    'The argument is expected, or the schema requires it, and the call does not have it.',
  'incorrect-parameter-data-type':
    'The argument has another type than the schema says, or than the expected value.',
  'hallucination-of-parameter-value':
    'A value that is neither expected, nor in the prompt, nor in an earlier result. Looked for only where calls are expected.',
  'incorrect-parameter-value':
    'Another value than expected, of the same type, or one that the schema does not allow.',
  'tool-error': 'The call records an error.',
};

/** The patterns of the list that only a reader can decide, with a question for a judge. */
export const JUDGED_PATTERNS: readonly {
  readonly title: string;
  readonly question: string;
}[] = [
  {
    title: 'Irrelevant Tool Response',
    question: 'Does a tool return something that has nothing to do with what it was asked?',
  },
  {
    title: 'Incorrect Tool Output Processing',
    question: 'Does the agent misread, drop or distort what a tool returned?',
  },
  {
    title: 'Insufficient Tool Output',
    question: 'Does a tool return too little for the task to be done with it?',
  },
  {
    title: 'Hallucination of Action',
    question: 'Does the agent say that it did something that none of its calls does?',
  },
  {
    title: 'Hallucination of Missing Information',
    question: 'Does the agent state a detail that neither the user nor any tool gave it?',
  },
  {
    title: 'Hallucination of Tool or Capability',
    question: 'Does the agent promise something that none of its tools can do?',
  },
  {
    title: 'Constraint Violation',
    question: 'Does the agent break a rule or limit that the user or its instructions set?',
  },
  {
    title: 'Futile Action',
    question: 'Does the agent go on acting where nothing it can do would help?',
  },
  {
    title: 'Over-Punting',
    question: 'Does the agent give up or hand the task back although its tools could do it?',
  },
  {
    title: 'Incomplete Execution',
    question: 'Does the agent stop before all that was asked for is done?',
  },
];
