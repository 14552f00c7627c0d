import {
  commentDifferences,
  commentLeftOut,
  listLeftOut,
  quoteText,
  type CodeTarget,
} from './target.ts';

/** Where its assertions of the same name are not those of the page. */
const DIFFERENCES = {
  trajectory_single_tool_use:
    'tools are read from OpenTelemetry spans that the provider must send; without them all rows fail',
  bleu: 'texts are lower-cased and scores are not smoothed, so that short texts differ most',
  rouge_1: 'texts are cut into words in another way: punctuation counts',
};

/** Assertions of promptfoo; those on trajectories read the traces of a run. */
export const promptfoo: CodeTarget = {
  id: 'promptfoo',
  title: 'promptfoo assertions',
  fileName: 'promptfooconfig.yaml',
  write(settings) {
    const { metrics, tools } = settings;
    const has = (id: string): boolean => metrics.includes(id);
    const asserts: string[][] = [];
    if (has('trajectory_single_tool_use')) {
      for (const tool of tools)
        asserts.push(['type: trajectory:tool-used', `value: ${quoteText(tool)}`]);
    }
    if (has('exact_match')) asserts.push(['type: equals', `value: '{{reference}}'`]);
    if (has('bleu')) asserts.push(['type: bleu', `value: '{{reference}}'`, 'threshold: 0.5']);
    if (has('rouge_1'))
      asserts.push(['type: rouge-n', `value: '{{reference}}'`, 'threshold: 0.75']);
    const said = ['trajectory_single_tool_use', 'exact_match', 'bleu', 'rouge_1'].filter(has);
    const isTraced = has('trajectory_single_tool_use') && tools.length > 0;
    const left = listLeftOut(settings, said);
    return [
      ...commentLeftOut(left, '#'),
      ...commentDifferences(DIFFERENCES, isTraced ? said : said.slice(1), '#'),
      ...(left.some((phrase) => phrase.startsWith('trajectory_'))
        ? [
            '# promptfoo compares a trajectory with steps written into each test, by name:',
            '#   - { type: trajectory:tool-sequence, value: { mode: exact, steps: [tool_a, tool_b] } }',
          ]
        : []),
      ...(isTraced ? ['tracing:', '  enabled: true'] : []),
      'defaultTest:',
      ...(asserts.length === 0 ? ['  assert: []'] : ['  assert:']),
      ...asserts.flatMap(([first = '', ...rest]) => [
        `    - ${first}`,
        ...rest.map((line) => `      ${line}`),
      ]),
      '',
    ].join('\n');
  },
};
