import { describe, expect, it } from 'vitest';
import { withFullAccess } from '../access/index.ts';
import { actionStarts, catalogue, findResource } from '../catalog/index.ts';
import type { Action } from '../definition/index.ts';
import { getInputFields } from '../fields/index.ts';
import {
  acceptsArguments,
  describeArguments,
  findAmountInput,
  getActionTitle,
  getAvailableActions,
  getInitialInput,
  matchesActionName,
  noActionArguments,
  parseActionArguments,
  parseAmount,
  parseNewName,
  selectTargets,
  splitAtActions,
} from './index.ts';

const named = (name: string) => findResource(catalogue, name) ?? expect.fail(name);
const user = named('user');
const five = { ...noActionArguments, amount: 500 };
const availableActions = getAvailableActions(user, { status: 'active' }, withFullAccess('admin'));
const titled = (typed: string) =>
  availableActions
    .filter((availableAction) => matchesActionName(user, availableAction, typed))
    .map((availableAction) => getActionTitle(user, availableAction, '', 'en-US'));

describe('actions from typed text', () => {
  it('offers what the state and the role allow, and only actions with a confirmation', () => {
    const names = availableActions.map(({ name }) => name);
    expect(names).toContain('adjustBalance');
    expect(names).not.toContain('previewBalance');
    expect(names).not.toContain('unban');
    expect(getAvailableActions(user, { status: 'active' }, withFullAccess('user')).map(({ name }) => name)).toEqual([
      'sendNotice',
    ]);
    expect(
      getAvailableActions(user, { status: 'banned' }, withFullAccess('admin'), () => true).map(({ name }) => name),
    ).toContain('unban');
  });

  it('fills an amount into the required integer and offers each optional checkbox', () => {
    const adjusting = availableActions.find(({ name }) => name === 'adjustBalance') ?? expect.fail();
    expect(getInitialInput(adjusting, five)).toEqual({ amount: 500 });
    expect(getActionTitle(user, adjusting, '+500', 'en-US')).toBe('Adjust balance +500');
    const banning = availableActions
      .filter(({ name }) => name === 'ban')
      .map((availableAction) => getInitialInput(availableAction, five));
    expect(banning).toEqual([{}, { reclaimInvites: true }]);
  });

  it('does not fill an amount into a share, a size or a record ID', () => {
    const taken = (name: string, action: string) => {
      const actions: Readonly<Record<string, Action>> = named(name).actions ?? {};
      return findAmountInput(named(name), actions[action] ?? expect.fail(action));
    };
    expect(taken('aiModel', 'changePrices')).toBeNull();
    expect(taken('distributor', 'changeRate')).toBeNull();
    expect(taken('regionalAgent', 'changeRate')).toBeNull();
    expect(taken('knowDoc', 'improve')).toBeNull();
    expect(taken('userMembership', 'extend')).toBe('days');
    const repricing = getAvailableActions(named('aiModel'), { status: 'enabled' }, withFullAccess('admin')).filter(
      ({ name }) => name === 'changePrices',
    );
    expect(repricing.map((availableAction) => acceptsArguments(availableAction, five))).toEqual([false]);
  });

  it('fills a new name into the fields of a copy', () => {
    const copying = getAvailableActions(named('aiModel'), { status: 'enabled' }, withFullAccess('admin')).filter(
      ({ named }) => named.length > 0,
    );
    expect(copying.map(({ name, ticked }) => [name, ticked])).toEqual([
      ['clone', null],
      ['clone', 'membersOnly'],
      ['clone', 'enable'],
    ]);
    const [copy] = copying;
    expect(copy && getInitialInput(copy, { ...noActionArguments, newName: 'new' })).toEqual({
      name: 'new',
      code: 'new',
    });
    expect(copying.every((availableAction) => acceptsArguments(availableAction, five))).toBe(false);
    expect(parseActionArguments('zhao +5 -> li')).toEqual({
      ...{ keyword: 'zhao', amount: 5, newName: 'li', reason: null },
    });
    expect(availableActions.every(({ named }) => named.length === 0)).toBe(true);
    expect(parseNewName('gpt-4o -> gpt-5 mini')).toEqual({ keyword: 'gpt-4o', newName: 'gpt-5 mini' });
    expect(parseNewName('gpt-4o →')).toEqual({ keyword: 'gpt-4o →', newName: null });
  });

  it('fills a reason after a colon into the only required text', () => {
    expect(parseActionArguments('zhao +5: outage')).toEqual({
      ...{ keyword: 'zhao', amount: 5, newName: null, reason: 'outage' },
    });
    expect(parseActionArguments('Codes 2026-11-26 07:17：已泄露')).toMatchObject({
      ...{ keyword: 'Codes 2026-11-26 07:17', reason: '已泄露' },
    });
    expect(parseActionArguments('Codes 2026-11-26 07:17')).toMatchObject({ reason: null });
    const explained = { ...noActionArguments, reason: 'Posted spam' };
    const banning = availableActions.find(({ name }) => name === 'ban') ?? expect.fail();
    expect(getInitialInput(banning, explained)).toEqual({ banReason: 'Posted spam' });
    expect(describeArguments({ ...explained, amount: 5 }, String)).toBe('+5 “Posted spam”');
    const accepted = availableActions.filter((availableAction) => acceptsArguments(availableAction, explained));
    expect(accepted.map(({ name }) => name)).not.toContain('sendNotice');
  });

  it('matches actions by the beginnings of their words in either language', () => {
    expect(titled('ban revoke')).toEqual(['Ban + Revoke invite rewards']);
    expect(titled('封禁')).toHaveLength(2);
    expect(titled('adj')).toEqual(['Adjust balance']);
    expect(titled('lance')).toEqual([]);
    expect(splitAtActions('zhao min ban')).toEqual([
      { keyword: 'zhao min', availableAction: 'ban' },
      { keyword: 'zhao', availableAction: 'min ban' },
    ]);
  });

  it('selects the record with exactly that title, or the only one found', () => {
    const found = (title: string) => ({ resource: user, id: 1, title, to: '' });
    const meant = (keyword: string, busy: boolean, ...titles: string[]) =>
      selectTargets(titles.map(found), keyword, busy).map(({ title }) => title);
    expect(meant('Zhao', false, 'zhao', 'zhao.min')).toEqual(['zhao']);
    expect(meant('zha', true, 'zhao')).toEqual([]);
    expect(meant('zha', false, 'zhao')).toEqual(['zhao']);
    expect(meant('zha', false, 'zhao', 'zhang')).toEqual([]);
    expect(parseAmount('zhao.min +500')).toEqual({ keyword: 'zhao.min', amount: 500 });
    expect(parseAmount('+500')).toEqual({ keyword: '+500', amount: null });
  });
});

describe('actionStarts', () => {
  it('refers to existing actions and input fields only', () => {
    const context = { locale: 'en-US', timeZone: 'UTC', now: 0 } as const;
    for (const [key, start] of Object.entries(actionStarts)) {
      const [resource = '', name = ''] = key.split('.');
      const action = named(resource).actions?.[name] ?? expect.fail(key);
      const taken = Object.keys(getInputFields(named(resource), action));
      expect(taken).toEqual(expect.arrayContaining(Object.keys(start({ id: 1 }, context))));
    }
  });
});
