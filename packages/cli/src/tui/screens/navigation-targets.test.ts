import { allScreens, catalogue, withFullAccess } from '@gantry/core';
import { describe, expect, it } from 'vitest';
import { listActionTargets } from './action-targets.ts';
import {
  listNavEntries,
  listPermittedScreens,
  listScreenTargets,
  matchTargets,
  scoreFuzzy,
} from './navigation-targets.ts';
import { describeTuiScreens } from './screen-view.tsx';
import { listSettingTargets } from './setting-targets.ts';

const flags = {};
const admin = withFullAccess('admin');
const user = withFullAccess('user');

describe('navigation', () => {
  it('lists the screens that the role may open, in the order of the catalogue', () => {
    const ofAdmin = listNavEntries(listPermittedScreens(catalogue, flags, admin), 'zh-CN').map(
      (entry) => entry.screen.path,
    );
    const ofUser = listNavEntries(listPermittedScreens(catalogue, flags, user), 'zh-CN').map(
      (entry) => entry.screen.path,
    );
    expect(ofAdmin).toContain('/form/group');
    expect(ofUser).not.toContain('/form/group');
    expect(ofAdmin[0]).toBe('/workplace');
    expect(ofAdmin.some((path) => path.startsWith('/devcourse'))).toBe(false);
    const order = allScreens.map((screen) => screen.path);
    expect(ofAdmin).toEqual([...ofAdmin].sort((one, other) => order.indexOf(one) - order.indexOf(other)));
  });

  it('lists only the workplace and the areas of the permission set, and so does the command bar', () => {
    const rights = { role: 'admin', permissionSet: ['orders'] };
    const open = listPermittedScreens(catalogue, flags, rights);
    expect(listNavEntries(open, 'en-US').map((entry) => entry.screen.path)).toEqual([
      '/workplace',
      '/orders/order-table',
    ]);
    expect(matchTargets(listScreenTargets(catalogue, open, rights, 'en-US'), 'banned-word').direct).toEqual([]);
  });

  it('names each area once', () => {
    const areas = listNavEntries(listPermittedScreens(catalogue, flags, admin), 'en-US').flatMap(
      (entry) => entry.area ?? [],
    );
    expect(new Set(areas).size).toBe(areas.length);
  });
});

describe('matchTargets', () => {
  const screens = listPermittedScreens(catalogue, flags, admin);
  const targets = [
    ...listScreenTargets(catalogue, screens, admin, 'zh-CN'),
    ...listActionTargets(catalogue, screens, admin, 'zh-CN'),
    ...listSettingTargets(catalogue, screens, admin, 'zh-CN'),
  ];
  const first = (typed: string) => {
    const { direct, fuzzy } = matchTargets(targets, typed);
    return [...direct, ...fuzzy][0]?.link;
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
  ])('finds for %s the link %s', (typed, link) => expect(first(typed)).toBe(link));

  it('finds only actions that the role permits, and none for empty text', () => {
    const actions = listActionTargets(catalogue, listPermittedScreens(catalogue, flags, user), user, 'en-US');
    expect(actions.map(({ label }) => label)).toContain('Test a text (Banned word)');
    expect(actions.some(({ link }) => link.includes('run=generate') || link.includes('tab=admin'))).toBe(false);
    expect(matchTargets(targets, '').direct.some(({ isAction }) => isAction)).toBe(false);
    const own = listScreenTargets(catalogue, listPermittedScreens(catalogue, flags, user), user, 'en-US');
    expect(own.some(({ link }) => link.includes('tab=keyPool'))).toBe(false);
  });

  it('matches letters in order and no others', () => {
    expect(scoreFuzzy('abc', 'xaxbxc')).not.toBeNull();
    expect(scoreFuzzy('abc', 'acb')).toBeNull();
    expect(first('zzzzqqq')).toBeUndefined();
  });
});

describe('describeTuiScreens', () => {
  it('has one line for each route, and none of them is absent', () => {
    const lines = describeTuiScreens();
    for (const screen of allScreens) expect(lines.filter((line) => line.startsWith(`${screen.path}:`))).toHaveLength(1);
    for (const screen of listPermittedScreens(catalogue, { CRAFT: 'true' }, admin))
      expect(lines.find((line) => line.startsWith(`${screen.path}:`))).not.toContain('absent');
  });
});
