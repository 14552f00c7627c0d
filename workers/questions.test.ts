import { expect, it } from 'vitest';
import { QUESTIONS } from './questions.ts';

const modules = import.meta.glob<Readonly<Record<string, unknown>>>(
  ['../src/features/*/questions.ts', './run-questions.ts'],
  { eager: true },
);

it('every question that a feature exports is asked under a name of its own', () => {
  const exported = Object.values(modules).flatMap((module) => Object.entries(module));
  for (const [name, question] of exported)
    expect([name, QUESTIONS[name as keyof typeof QUESTIONS]]).toEqual([name, question]);
  expect(new Set(exported.map(([name]) => name)).size).toBe(exported.length);
  expect(exported.every(([, question]) => typeof question === 'function')).toBe(true);
});
