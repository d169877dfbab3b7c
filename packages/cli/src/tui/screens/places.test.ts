import { allScreens, catalogue, withFullAccess } from '@gantry/core';
import { describe, expect, it } from 'vitest';
import { listActionTargets } from './action-places.ts';
import { getPositions, listNavEntries, matchTargets, openScreens, scoreFuzzy } from './places.ts';
import { describeTuiScreens } from './screen-view.tsx';
import { findSettings } from './setting-places.ts';

const flags = {};
const admin = withFullAccess('admin');
const user = withFullAccess('user');

describe('the menu', () => {
  it('has only what exists and what the role may open, in the order of the product', () => {
    const ofAdmin = listNavEntries(openScreens(catalogue, flags, admin), 'zh-CN').map((entry) => entry.screen.path);
    const ofUser = listNavEntries(openScreens(catalogue, flags, user), 'zh-CN').map((entry) => entry.screen.path);
    expect(ofAdmin).toContain('/form/group');
    expect(ofUser).not.toContain('/form/group');
    expect(ofAdmin[0]).toBe('/workplace');
    expect(ofAdmin.some((path) => path.startsWith('/devcourse'))).toBe(false);
    const order = allScreens.map((screen) => screen.path);
    expect(ofAdmin).toEqual([...ofAdmin].sort((one, other) => order.indexOf(one) - order.indexOf(other)));
  });

  it('has home and the areas of the permission set alone, and the command bar leads nowhere else', () => {
    const rights = { role: 'admin', permissionSet: ['orders'] };
    const open = openScreens(catalogue, flags, rights);
    expect(listNavEntries(open, 'en-US').map((entry) => entry.screen.path)).toEqual([
      '/workplace',
      '/orders/order-table',
    ]);
    expect(matchTargets(getPositions(catalogue, open, rights, 'en-US'), 'banned-word').near).toEqual([]);
  });

  it('names each area once', () => {
    const areas = listNavEntries(openScreens(catalogue, flags, admin), 'en-US').flatMap((entry) => entry.area ?? []);
    expect(new Set(areas).size).toBe(areas.length);
  });
});

describe('the command bar', () => {
  const screens = openScreens(catalogue, flags, admin);
  const targets = [
    ...getPositions(catalogue, screens, admin, 'zh-CN'),
    ...listActionTargets(catalogue, screens, admin, 'zh-CN'),
    ...findSettings(catalogue, screens, admin, 'zh-CN'),
  ];
  const first = (typed: string) => {
    const { near, loose } = matchTargets(targets, typed);
    return [...near, ...loose][0]?.link;
  };
  it.each([
    ['违禁词', '/ai/ai_limit_text'],
    ['ai_limit', '/ai/ai_limit_text'],
    ['banned-word', '/ai/ai_limit_text?tab=bannedWord'],
    ['documents stalled', '/ai/ai_know_list/ai_know_doc?tab=knowDoc&quick=stuck'],
    ['卡住的文档', '/ai/ai_know_list/ai_know_doc?tab=knowDoc&quick=stuck'],
    ['documents failed', '/ai/ai_know_list/ai_know_doc?tab=knowDoc&quick=failed'],
    ['documents failed retry', '/ai/ai_know_list/ai_know_doc?tab=know-doc&quick=failed&run=retry&all=1'],
    ['retry failed documents', '/ai/ai_know_list/ai_know_doc?tab=know-doc&quick=failed&run=retry&all=1'],
    ['重试处理失败的文档', '/ai/ai_know_list/ai_know_doc?tab=know-doc&quick=failed&run=retry&all=1'],
    ['violation', '/ai/ai_limit_text?tab=violationLog'],
    ['wrkplc', '/workplace'],
    ['user settings', '/user/setting'],
    ['audit', '/admins/admin-table?tab=auditLog'],
    ['banned word', '/ai/ai_limit_text?tab=bannedWord'],
    ['know doc', '/ai/ai_know_list/ai_know_doc'],
    ['order O2611 22', '/orders/order-table?tab=order&q=O2611%2022'],
    ['user li', '/user/user-table?tab=user&q=li'],
    ['banned', '/ai/ai_limit_text?tab=bannedWord'],
    ['webhook', '/expand/app?tab=webhookEndpoint'],
    ['undelivered', '/orders/order-table?tab=order&quick=undelivered'],
    ['mail.host', '/expand/setting?tab=extensions&setting=mail.host'],
    ['site time zone', '/form/group?tab=system&setting=site.timezone'],
    ['key pool settings', '/ai/api_key?tab=keyPool'],
    ['api key failing', '/ai/api_key?tab=apiKey&quick=failing'],
    ['new announcement', '/news/notice-table?tab=notice&new=1'],
    ['generate', '/market/kami-table?tab=redeem-batch&run=generate'],
    ['批量生成', '/market/kami-table?tab=redeem-batch&run=generate'],
  ])('leads from %s to %s', (typed, link) => expect(first(typed)).toBe(link));

  it('offers to do what the role may, once it is typed', () => {
    const availableActions = listActionTargets(catalogue, openScreens(catalogue, flags, user), user, 'en-US');
    expect(availableActions.map(({ words }) => words)).toContain('Test a text (Banned word)');
    expect(availableActions.some(({ link }) => link.includes('run=generate') || link.includes('tab=admin'))).toBe(
      false,
    );
    expect(matchTargets(targets, '').near.some(({ isAction }) => isAction)).toBe(false);
    const own = getPositions(catalogue, openScreens(catalogue, flags, user), user, 'en-US');
    expect(own.some(({ link }) => link.includes('tab=keyPool'))).toBe(false);
  });

  it('finds letters in order, and nothing where they are not', () => {
    expect(scoreFuzzy('abc', 'xaxbxc')).not.toBeNull();
    expect(scoreFuzzy('abc', 'acb')).toBeNull();
    expect(first('zzzzqqq')).toBeUndefined();
  });
});

describe('screens of the terminal', () => {
  it('has a line for every route, and a reason for every one that is not here', () => {
    const lines = describeTuiScreens();
    for (const screen of allScreens) expect(lines.filter((line) => line.startsWith(`${screen.path}:`))).toHaveLength(1);
    for (const screen of openScreens(catalogue, { CRAFT: 'true' }, admin))
      expect(lines.find((line) => line.startsWith(`${screen.path}:`))).not.toContain('absent');
  });
});
