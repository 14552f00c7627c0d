import { AGENT_TEMPLATES } from './agent-templates.ts';
import type { JudgeTemplate } from './template.ts';
import { TEXT_TEMPLATES } from './text-templates.ts';

/** Every template, those about agents first. */
export const TEMPLATES: readonly JudgeTemplate[] = [...AGENT_TEMPLATES, ...TEXT_TEMPLATES];
