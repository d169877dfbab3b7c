import { expect, test } from 'vitest';
import { decodeOpened, type Opened, withOpened } from './use-record-url.ts';

const list = new URLSearchParams('q=a&page=3&tab=x');

test.each<[string, Opened]>([
  ['', { kind: 'none' }],
  ['new=1', { kind: 'new', like: null }],
  ['new=1&like=7', { kind: 'new', like: 7 }],
  ['id=5', { kind: 'view', id: 5, tab: '' }],
  ['id=5&view=history', { kind: 'view', id: 5, tab: 'history' }],
  ['id=5&edit=1', { kind: 'edit', id: 5 }],
])('%j is read and written alike, and the list stays as it is', (text, opened) => {
  expect(decodeOpened(new URLSearchParams(text))).toEqual(opened);
  const written = withOpened(list, opened);
  expect(decodeOpened(written)).toEqual(opened);
  expect([written.get('q'), written.get('page'), written.get('tab')]).toEqual(['a', '3', 'x']);
});

test.each(['id=0', 'id=-1', 'id=x', 'id=', 'id=1.5', 'id=9999999999999999'])('opens nothing for %s', (text) => {
  expect(decodeOpened(new URLSearchParams(text))).toEqual({ kind: 'none' });
});
