import { describe, expect, it } from 'vitest';
import { ledgerEntry } from '../modules/ledger/ledger-entry.ts';
import { order } from '../modules/orders/order.ts';
import { decodeListLook, defaultLook, encodeListLook } from './list-state.ts';
import {
  decodeListState,
  diffView,
  encodeListState,
  getInitialListQuery,
  overlayView,
  readViewQuery,
  toViewQuery,
} from './list-view.ts';

const view = { q: 'spam', f: '{"level":["2"]}', density: 'mini', sort: '-word' };

describe('overlayView and diffView', () => {
  it('show the view when the URL has no parameters', () => {
    const get = overlayView(view, () => null);
    const state = decodeListState(get);
    expect(toViewQuery({ ...state, page: 3 }, decodeListLook(get))).toEqual(view);
  });

  it('apply the parameters of the URL, also empty ones, over the view', () => {
    const wanted = { q: '', f: '{"level":["3"]}', density: 'mini', sort: '-word', cols: 'word' };
    const differences = diffView(view, wanted);
    expect(differences).toEqual({ q: '', f: '{"level":["3"]}', cols: 'word' });
    const get = overlayView(view, (name) =>
      name in differences ? (differences[name as keyof typeof wanted] ?? '') : null,
    );
    const state = decodeListState(get);
    expect([state.keyword, state.filters, state.columns]).toEqual(['', { level: ['3'] }, ['word']]);
  });

  it('return to the default list with empty parameters', () => {
    const differences = diffView(view, {});
    const get = overlayView(view, (name) => differences[name] ?? null);
    expect(encodeListState(decodeListState(get))).toEqual({});
    expect(encodeListLook(decodeListLook(get))).toEqual(encodeListLook(defaultLook));
  });
});

describe('a list that opens with a filter', () => {
  const initial = getInitialListQuery(ledgerEntry);
  const read = (address: Readonly<Record<string, string>>) =>
    decodeListState(overlayView(initial, (name) => address[name] ?? null));

  it('shows the entries of users in the ledger, and everything in other lists', () => {
    expect(read({}).filters).toEqual({ walletId: { from: 1 } });
    expect(getInitialListQuery(order)).toEqual({});
  });

  it('stays filtered on the next page, and shows everything once the filter is removed', () => {
    expect(read({ page: '2' }).filters).toEqual({ walletId: { from: 1 } });
    expect(read(diffView(initial, {})).filters).toEqual({});
  });

  it('shows what a link asks for instead', () => {
    expect(read({ f: '{"userId":[7]}' }).filters).toEqual({ userId: [7] });
  });
});

describe('readViewQuery', () => {
  it.each([
    ['a page', { page: '2' }],
    ['an unknown parameter', { token: 'x' }],
    ['a number', { q: 1 }],
    ['a list', ['q']],
    ['nothing', null],
    ['a text that is too long', { q: 'x'.repeat(20_000) }],
  ])('rejects a query with %s', (_what, value) => {
    expect(readViewQuery(value)).toBeNull();
  });
});
