import type { JudgeMetric } from '#core/score/metric/judge-metric.ts';
import { printTemplates, readTemplates } from '#core/judge/templates/template.ts';
import { perApp } from '#kernel/per-app.svelte.ts';
import { loadText, saveText } from '#kernel/settings-storage.ts';
import { ownTemplates as texts } from './texts.ts';

const KEY = 'judge-templates';
/** Templates that a person can keep. */
export const MOST_KEPT = 100;

/** Judged metrics that a person keeps to use again, on this device. */
export class OwnTemplates {
  #list = $state.raw<readonly JudgeMetric[]>(readTemplates(loadText(KEY)).templates);

  #isKept = true;

  /** Whether the browser has stored the last change. */
  get isKept(): boolean {
    return this.#isKept;
  }

  /** In the order of their titles. */
  get list(): readonly JudgeMetric[] {
    return this.#list;
  }

  /** Keeps a template; one of the same name is replaced. False where there is no room. */
  save(template: JudgeMetric): boolean {
    const others = this.#list.filter(({ id }) => id !== template.id);
    if (others.length >= MOST_KEPT) return false;
    this.#set([...others, template]);
    return true;
  }

  /** Deletes a template; the answer brings it back. */
  remove(template: JudgeMetric): () => void {
    this.#set(this.#list.filter(({ id }) => id !== template.id));
    return () => void this.save(template);
  }

  /** Adds the templates of a file; says what could not be used. */
  add(text: string): readonly string[] {
    const { templates, problems } = readTemplates(text);
    const left = templates.filter((template) => !this.save(template));
    return left.length > 0 ? [...problems, texts.leftOut(MOST_KEPT)] : problems;
  }

  #set(list: readonly JudgeMetric[]): void {
    this.#list = list.toSorted((a, b) => a.title.localeCompare(b.title));
    this.#isKept = saveText(KEY, printTemplates(this.#list));
  }
}

/** The app’s own templates. */
export const ownTemplatesOf = perApp(() => new OwnTemplates());
