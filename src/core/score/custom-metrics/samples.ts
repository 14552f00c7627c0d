import type { CustomMetric } from '#core/score/metric/settings.ts';

/** A sample metric to begin with. */
export interface CustomSample extends Omit<CustomMetric, 'isOn'> {
  readonly title: string;
}

/**
 * Sample metrics: two from the service's documentation, with its results, and one in JavaScript.
 */
export const CUSTOM_SAMPLES: readonly CustomSample[] = [
  {
    name: 'essential_tools_present',
    title: 'Essential tools present',
    scale: 'share',
    better: 'higher',
    language: 'python',
    code: `# The share of the tools that must be used which the agent did use.
required_tools = ["get_device_info", "set_device_info"]


def essential_tools_present(instance):
    used = [call["tool_name"] for call in instance["predicted_trajectory"] or []]
    if not required_tools:
        return {"essential_tools_present": 1}
    present = [tool for tool in required_tools if tool in used]
    return {"essential_tools_present": len(present) / len(required_tools)}
`,
  },
  {
    name: 'word_count',
    title: 'Word count',
    scale: 'number',
    better: 'none',
    language: 'python',
    code: `# How many pieces the response falls into at single blanks.
def word_count(instance):
    return {"word_count": len(instance["response"].split(" "))}
`,
  },
  {
    name: 'within_call_budget',
    title: 'Within the call budget',
    scale: 'binary',
    better: 'higher',
    code: `// Whether the agent got by with as many calls as expected, and two to spare.
const spare = 2;

function within_call_budget({ predicted_trajectory, reference_trajectory }) {
  // null where left out
  if (!predicted_trajectory || !reference_trajectory) return null;
  const over = predicted_trajectory.length - reference_trajectory.length;
  return { within_call_budget: over <= spare, calls_over: over };
}
`,
  },
];
