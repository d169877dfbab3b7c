import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalog/index.ts';
import { admins, defineResource, type FieldRule, roles } from '../definition/index.ts';
import { integer, reference, state, text, time } from '../fields/index.ts';
import { canDelete, canRun, fullAccess, listAllRuleFields, withFullAccess } from './guard.ts';
import { listPermittedFields } from './permitted-fields.ts';

const why = { zh: '不行', en: 'Not now.' };
const thing = (holds: FieldRule['holds'], field: string) =>
  defineResource({
    name: 'thing',
    path: '/things',
    title: 'name',
    label: { zh: '东西', en: 'Thing' },
    fields: {
      name: text({ zh: '名称', en: 'Name' }),
      used: integer({ zh: '已用', en: 'Used' }),
      most: integer({ zh: '上限', en: 'Maximum' }),
      until: time({ zh: '到期', en: 'Expires' }),
      requesterId: reference({ zh: '申请人', en: 'Requester' }, 'admin'),
      status: state({ zh: '状态', en: 'Status' }, { on: { zh: '开', en: 'On' }, off: { zh: '关', en: 'Off' } }),
    },
    list: { columns: ['name'], sort: '-id' },
    access: { list: admins, delete: admins },
    deletion: { from: ['off'], when: [{ field, holds, why }] },
    actions: {
      go: {
        on: 'record',
        label: { zh: '做', en: 'Go' },
        roles: admins,
        from: ['on'],
        when: [{ field, holds, why }],
      },
    },
  });
const now = 1000;
const requester = { role: 'admin', id: 7, permissionSet: fullAccess };

describe('canRun and canDelete', () => {
  it.each([
    ['one of some values', { in: ['a'] }, 'name', { name: 'a' }, { name: 'b' }],
    ['below another field', { below: 'most' }, 'used', { used: 1, most: 2 }, { used: 2, most: 2 }],
    ['set', 'set', 'until', { until: 5 }, { until: null }],
    ['empty', 'empty', 'until', { until: null }, { until: 5 }],
    ['past', 'past', 'until', { until: now }, { until: null }],
    ['not past', 'notPast', 'until', { until: null }, { until: now }],
    ['the requester', 'requester', 'requesterId', { requesterId: 7 }, { requesterId: 8 }],
    ['another admin', 'otherAdmin', 'requesterId', { requesterId: 8 }, { requesterId: 7 }],
  ] as const)(
    'allow a record whose field is %s, and explain why they reject another',
    (_name, holds, field, yes, no) => {
      const resource = thing(holds, field);
      const run = (record: object) =>
        canRun(requester, resource, resource.actions.go, { status: 'on', ...record }, now);
      expect(run(yes)).toEqual({ ok: true });
      const reason = field === 'requesterId' ? 'person' : 'state';
      expect(run(no)).toEqual({ ok: false, reason, state: 'on', why });
      expect(canDelete(requester, resource, { status: 'off', ...yes }, now)).toEqual({ ok: true });
      expect(canDelete(requester, resource, { status: 'off', ...no }, now)).toMatchObject({ ok: false, why });
    },
  );

  it('check the role first, then the state, then the rules', () => {
    const resource = thing('set', 'until');
    expect(canRun(requester, resource, resource.actions.go, { status: 'off', until: null })).toEqual({
      ok: false,
      reason: 'state',
      state: 'off',
    });
    expect(canRun(withFullAccess('user'), resource, resource.actions.go, { status: 'on', until: null })).toMatchObject({
      reason: 'role',
    });
    expect(canDelete(withFullAccess('user'), resource, { status: 'off', until: null })).toMatchObject({
      reason: 'role',
    });
  });

  it('leave a field that was not loaded to the server', () => {
    const resource = thing('set', 'until');
    expect(canRun(requester, resource, resource.actions.go, { status: 'on' })).toEqual({ ok: true });
  });

  it('only read fields that lists contain, so that clients decide as the server does', () => {
    for (const resource of catalogue.resources)
      for (const role of roles) {
        const rights = withFullAccess(role);
        const own = Object.entries(resource.actions ?? {}).filter(([, action]) => canRun(rights, resource, action).ok);
        const deletion = canDelete(rights, resource).ok ? { deletion: resource.deletion ?? {} } : {};
        const permitted = listPermittedFields(resource, role, 'list');
        for (const name of listAllRuleFields({ actions: Object.fromEntries(own), ...deletion }))
          expect(permitted, `${resource.name} as ${role}`).toContain(name);
      }
  });
});
