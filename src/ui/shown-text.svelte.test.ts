import { expect, it } from 'vitest';
import { mountWith } from '../../tests/support/mount-with.ts';
import ShownText from './ShownText.svelte';

it('is one element, however many pieces the text has', () => {
  const { element } = mountWith(undefined, ShownText, { text: 'a\u200bb' });
  const pieces = Array.from(element.childNodes).filter((node) => node.textContent !== '');
  expect(pieces.map((piece) => piece.textContent)).toEqual(['a⟨U+200B⟩b']);
});
