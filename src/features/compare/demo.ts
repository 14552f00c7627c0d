/** The demo compares two sample agents before a rule and after it. */
export type DemoStage = 'before' | 'after';

/** The stage that a link asks for, `#/compare?demo=before`; undefined for none. */
export function stageOf(text: string): DemoStage | undefined {
  if (text === '') return undefined;
  return text === 'after' ? 'after' : 'before';
}
