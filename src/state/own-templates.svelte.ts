import type { JudgeMetric } from '#core/judging/judge-metric.ts';
import { printTemplates, readTemplates } from '#core/judging/templates/template-file.ts';
import { perApp } from './per-app.svelte.ts';

const KEY = 'trajectory-playground:judge-templates';
const MOST_KEPT = 100;

/** Judged metrics that a person keeps to use again, on this device. */
export class OwnTemplates {
  #list = $state.raw<readonly JudgeMetric[]>(load());

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
    return left.length > 0
      ? [...problems, `Only ${String(MOST_KEPT)} templates are kept; the others were left out.`]
      : problems;
  }

  #set(list: readonly JudgeMetric[]): void {
    this.#list = list.toSorted((a, b) => a.title.localeCompare(b.title));
    try {
      localStorage.setItem(KEY, printTemplates(this.#list));
    } catch {
      // without storage they last until the page is closed
    }
  }
}

function load(): readonly JudgeMetric[] {
  try {
    return readTemplates(localStorage.getItem(KEY) ?? '').templates;
  } catch {
    return [];
  }
}

/** The app’s own templates. */
export const ownTemplatesOf = perApp(() => new OwnTemplates());
