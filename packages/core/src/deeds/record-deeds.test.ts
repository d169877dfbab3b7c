import { describe, expect, it } from 'vitest';
import { actionStarts, catalogue, resourceNamed } from '../catalogue/index.ts';
import type { Action } from '../definition/index.ts';
import { inputFields } from '../fields/index.ts';
import {
  amountIn,
  besideIn,
  countedInput,
  deedStart,
  deedsNamedIn,
  deedsOf,
  deedTitle,
  meantAmong,
  namesDeed,
  newNameIn,
  takesBeside,
} from './index.ts';

const named = (name: string) => resourceNamed(catalogue, name) ?? expect.fail(name);
const user = named('user');
const five = { amount: 500, newName: null };
const deeds = deedsOf(user, { status: 'active' }, 'admin');
const titled = (typed: string) =>
  deeds.filter((deed) => namesDeed(user, deed, typed)).map((deed) => deedTitle(user, deed, '', 'en-US'));

describe('what may be done with a record', () => {
  it('is what its state and the role allow, and what asks before it changes something', () => {
    const names = deeds.map(({ name }) => name);
    expect(names).toContain('adjustBalance');
    expect(names).not.toContain('previewBalance');
    expect(names).not.toContain('unban');
    expect(deedsOf(user, { status: 'active' }, 'user').map(({ name }) => name)).toEqual(['sendNotice']);
    expect(deedsOf(user, { status: 'banned' }, 'admin', () => true).map(({ name }) => name)).toContain('unban');
  });

  it('takes an amount where a whole number must be given, and a box that is ticked', () => {
    const adjusting = deeds.find(({ name }) => name === 'adjustBalance') ?? expect.fail();
    expect(deedStart(adjusting, five)).toEqual({ amount: 500 });
    expect(deedTitle(user, adjusting, '+500', 'en-US')).toBe('Adjust balance +500');
    const banning = deeds.filter(({ name }) => name === 'ban').map((deed) => deedStart(deed, five));
    expect(banning).toEqual([{}, { withdrawInvites: true }]);
  });

  it('takes no amount as a share, a size, or the number of a record', () => {
    const taken = (name: string, action: string) => {
      const actions: Readonly<Record<string, Action>> = named(name).actions ?? {};
      return countedInput(named(name), actions[action] ?? expect.fail(action));
    };
    expect(taken('aiModel', 'changePrices')).toBeNull();
    expect(taken('distributor', 'changeRate')).toBeNull();
    expect(taken('regionalAgent', 'changeRate')).toBeNull();
    expect(taken('knowDoc', 'improve')).toBeNull();
    expect(taken('userMembership', 'extend')).toBe('days');
    const repricing = deedsOf(named('aiModel'), { status: 'enabled' }, 'admin').filter(
      ({ name }) => name === 'changePrices',
    );
    expect(repricing.map((deed) => takesBeside(deed, five))).toEqual([false]);
  });

  it('takes a new name where a copy must have one of its own', () => {
    const copying = deedsOf(named('aiModel'), { status: 'enabled' }, 'admin').filter(({ named }) => named.length > 0);
    expect(copying.map(({ name, ticked }) => [name, ticked])).toEqual([
      ['clone', null],
      ['clone', 'membersOnly'],
      ['clone', 'enable'],
    ]);
    const [copy] = copying;
    expect(copy && deedStart(copy, { amount: null, newName: 'new' })).toEqual({ name: 'new', code: 'new' });
    expect(copying.every((deed) => takesBeside(deed, five))).toBe(false);
    expect(besideIn('zhao +5 -> li')).toEqual({ keyword: 'zhao', amount: 5, newName: 'li' });
    expect(deeds.every(({ named }) => named.length === 0)).toBe(true);
    expect(newNameIn('gpt-4o -> gpt-5 mini')).toEqual({ keyword: 'gpt-4o', newName: 'gpt-5 mini' });
    expect(newNameIn('gpt-4o →')).toEqual({ keyword: 'gpt-4o →', newName: null });
  });

  it('is named by the beginnings of its words in either language', () => {
    expect(titled('ban withdraw')).toEqual(['Ban + Withdraw the invite rewards']);
    expect(titled('封禁')).toHaveLength(2);
    expect(titled('adj')).toEqual(['Adjust balance']);
    expect(titled('lance')).toEqual([]);
    expect(deedsNamedIn('zhao min ban')).toEqual([
      { keyword: 'zhao min', deed: 'ban' },
      { keyword: 'zhao', deed: 'min ban' },
    ]);
  });

  it('is meant for the record of that whole title, or for the only one', () => {
    const found = (title: string) => ({ resource: user, id: 1, title, to: '' });
    const meant = (keyword: string, busy: boolean, ...titles: string[]) =>
      meantAmong(titles.map(found), keyword, busy).map(({ title }) => title);
    expect(meant('Zhao', false, 'zhao', 'zhao.min')).toEqual(['zhao']);
    expect(meant('zha', true, 'zhao')).toEqual([]);
    expect(meant('zha', false, 'zhao')).toEqual(['zhao']);
    expect(meant('zha', false, 'zhao', 'zhang')).toEqual([]);
    expect(amountIn('zhao.min +500')).toEqual({ keyword: 'zhao.min', amount: 500 });
    expect(amountIn('+500')).toEqual({ keyword: '+500', amount: null });
  });
});

describe('what an action begins with', () => {
  it('is for an action that there is, into fields that it takes', () => {
    const context = { locale: 'en-US', timeZone: 'UTC', now: 0 } as const;
    for (const [key, start] of Object.entries(actionStarts)) {
      const [resource = '', name = ''] = key.split('.');
      const action = named(resource).actions?.[name] ?? expect.fail(key);
      const taken = Object.keys(inputFields(named(resource), action));
      expect(taken).toEqual(expect.arrayContaining(Object.keys(start({ id: 1 }, context))));
    }
  });
});
