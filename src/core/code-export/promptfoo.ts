import { commentLeftOut, listLeftOut, quoteText, type CodeTarget } from './target.ts';

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
