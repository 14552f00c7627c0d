import { isJsonList, isJsonObject, ownValue, type JsonObject } from '#core/json/json-value.ts';
import { printJson, readJson } from '#core/json/parse-json.ts';
import { isJudgeMetric } from '../check-judge-metric.ts';
import type { JudgeMetric } from '../judge-metric.ts';

const KIND = 'trajectory-playground/judge-templates';
const VERSION = 1;

/**
 * Writes templates as a file.
 * @param templates the templates
 * @returns JSON text
 */
export function printTemplates(templates: readonly JudgeMetric[]): string {
  const file = { kind: KIND, version: VERSION, templates } as unknown as JsonObject;
  return printJson(file, 2);
}

/** The templates of a file, with a sentence for each that cannot be used. */
export interface TemplatesReading {
  readonly templates: readonly JudgeMetric[];
  readonly problems: readonly string[];
}

/**
 * Reads templates from a file.
 * @param text the text of the file
 * @returns those that can be used, and what is wrong with the others
 */
export function readTemplates(text: string): TemplatesReading {
  const fail = (problem: string): TemplatesReading => ({ templates: [], problems: [problem] });
  const reading = readJson(text);
  if (!reading.ok) return fail('The file is not valid JSON.');
  const file = isJsonObject(reading.value) ? reading.value : {};
  const list = ownValue(file, 'templates');
  if (ownValue(file, 'kind') !== KIND || !isJsonList(list)) {
    return fail('The file holds no judge templates.');
  }
  if (ownValue(file, 'version') !== VERSION) {
    return fail('The file was made by a newer version of this page.');
  }
  const templates: JudgeMetric[] = [];
  const problems: string[] = [];
  for (const [index, value] of list.entries()) {
    if (isJudgeMetric(value)) templates.push(value);
    else problems.push(`Template ${String(index + 1)} lacks a part or has one of another kind.`);
  }
  return { templates, problems };
}
