import { AGENT_TEMPLATES } from './agent-templates.ts';
import { comparing, type JudgeTemplate } from './template.ts';
import { TEXT_TEMPLATES } from './text-templates.ts';

/** Every template that scores one response, those about agents first. */
export const TEMPLATES: readonly JudgeTemplate[] = [...AGENT_TEMPLATES, ...TEXT_TEMPLATES];

/** The same, comparing two responses. */
export const PAIR_TEMPLATES: readonly JudgeTemplate[] = TEMPLATES.map(comparing);
