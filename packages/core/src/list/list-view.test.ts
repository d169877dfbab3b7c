import { describe, expect, it } from 'vitest';
import { decodeListLook, encodeListLook, plainLook } from './list-state.ts';
import { decodeListState, diffView, encodeListState, overlayView, readViewQuery, toViewQuery } from './list-view.ts';

const view = { q: 'spam', f: '{"level":["2"]}', density: 'mini', sort: '-word' };

describe('a list over a saved view', () => {
  it('is the view when the address says nothing more', () => {
    const get = overlayView(view, () => null);
    const state = decodeListState(get);
    expect(toViewQuery({ ...state, page: 3 }, decodeListLook(get))).toEqual(view);
  });

  it('differs by what the address names, also by what it empties', () => {
    const wanted = { q: '', f: '{"level":["3"]}', density: 'mini', sort: '-word', cols: 'word' };
    const differences = diffView(view, wanted);
    expect(differences).toEqual({ q: '', f: '{"level":["3"]}', cols: 'word' });
    const get = overlayView(view, (name) =>
      name in differences ? (differences[name as keyof typeof wanted] ?? '') : null,
    );
    const state = decodeListState(get);
    expect([state.keyword, state.filters, state.columns]).toEqual(['', { level: ['3'] }, ['word']]);
  });

  it('goes back to the plain list by emptying every parameter', () => {
    const differences = diffView(view, {});
    const get = overlayView(view, (name) => differences[name] ?? null);
    expect(encodeListState(decodeListState(get))).toEqual({});
    expect(encodeListLook(decodeListLook(get))).toEqual(encodeListLook(plainLook));
  });
});

describe('a kept query', () => {
  it.each([
    ['a page', { page: '2' }],
    ['another name', { token: 'x' }],
    ['a number', { q: 1 }],
    ['a list', ['q']],
    ['nothing', null],
    ['a text that is far too long', { q: 'x'.repeat(20_000) }],
  ])('is rejected when it holds %s', (_what, value) => {
    expect(readViewQuery(value)).toBeNull();
  });
});
