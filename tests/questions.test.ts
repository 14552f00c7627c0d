import { expect, it } from 'vitest';
import * as QUESTIONS from '../workers/questions.ts';

const modules = import.meta.glob<Readonly<Record<string, unknown>>>(
  ['../src/features/*/questions.ts', '../workers/run-questions.ts'],
  { eager: true },
);

it('every question that a feature exports is asked under a name of its own', () => {
  const exported = Object.values(modules).flatMap((module) => Object.entries(module));
  for (const [name, question] of exported) {
    expect(question, name).toBeTypeOf('function');
    expect(QUESTIONS[name as keyof typeof QUESTIONS], name).toBe(question);
  }
  expect(new Set(exported.map(([name]) => name)).size).toBe(exported.length);
});
