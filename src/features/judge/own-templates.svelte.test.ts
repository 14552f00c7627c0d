import { expect, it, onTestFinished, vi } from 'vitest';
import { printTemplates } from '#core/judge/templates/template.ts';
import { metricOfTemplate } from './judge-settings.ts';
import { OwnTemplates } from './own-templates.svelte.ts';

const FIRST = { ...metricOfTemplate('goal_success'), id: 'kind', title: 'Kind' };
const SECOND = { ...metricOfTemplate('fluency'), id: 'brief', title: 'Brief' };

function makeTemplates(): OwnTemplates {
  onTestFinished(() => localStorage.clear());
  return new OwnTemplates();
}

it('keeps templates by their titles, one of a name, on this device', () => {
  const own = makeTemplates();
  expect(own.list).toEqual([]);
  expect(own.save(FIRST)).toBe(true);
  own.save(SECOND);
  expect(own.list).toEqual([SECOND, FIRST]);
  own.save({ ...FIRST, title: 'Always kind' });
  expect(own.list.map(({ title }) => title)).toEqual(['Always kind', 'Brief']);
  expect(new OwnTemplates().list).toEqual(own.list);
});

it('brings back a template that was deleted', () => {
  const own = makeTemplates();
  own.save(FIRST);
  const bringBack = own.remove(FIRST);
  expect(own.list).toEqual([]);
  bringBack();
  expect(own.list).toEqual([FIRST]);
});

it('takes those of a file that can be used, and says what is wrong with the others', () => {
  const own = makeTemplates();
  const file = JSON.parse(printTemplates([FIRST])) as { templates: unknown[] };
  file.templates.push({ id: 'x' });
  expect(own.add(JSON.stringify(file))).toEqual([
    expect.stringContaining('Template 2 is incomplete') as string,
  ]);
  expect(own.list).toEqual([FIRST]);
  expect(own.add('no JSON')).toEqual(['The file is not valid JSON.']);
});

it('keeps no more than a hundred', () => {
  const own = makeTemplates();
  const many = Array.from({ length: 102 }, (_, index) => ({
    ...FIRST,
    id: `kind_${String(index)}`,
  }));
  expect(own.add(printTemplates(many))).toEqual([
    'At most 100 templates are kept; the others were left out.',
  ]);
  expect(own.list).toHaveLength(100);
  expect(own.save({ ...FIRST, id: 'one_more' })).toBe(false);
  // one that is there can still be changed
  expect(own.save({ ...FIRST, id: 'kind_1', title: 'Changed' })).toBe(true);
});

it('begins without any where what is kept cannot be read, and goes on where nothing can be kept', () => {
  localStorage.setItem('trajectory-playground:judge-templates', '{');
  const own = makeTemplates();
  expect(own.list).toEqual([]);
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('', 'QuotaExceededError');
  });
  own.save(FIRST);
  vi.restoreAllMocks();
  expect(own.list).toEqual([FIRST]);
  expect(own.isKept).toBe(false);
  own.save(FIRST);
  expect(own.isKept).toBe(true);
});
