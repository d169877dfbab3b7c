import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areas, getArea, homeArea } from '../areas/areas.ts';
import { catalogue } from '../catalog/index.ts';
import { roles, verbs } from '../definition/index.ts';
import { admin } from '../modules/auth/admin.ts';
import { permissionPresets } from '../modules/auth/permission-presets.ts';
import {
  allAreas,
  can,
  canCall,
  canChange,
  canDelete,
  canLookUpRecords,
  canOpen,
  canRun,
  canUse,
  coversPermissions,
  fullAccess,
  hasFullAccess,
  isReadOnly,
  normalizePermissionSet,
  readOnly,
  withFullAccess,
} from './guard.ts';

const names: string[] = areas.map(({ name }) => name).filter((name) => name !== homeArea);
const sets = fc.subarray(names);
/** Permission sets that may contain every part. */
const partSets = fc.subarray([allAreas, ...names, readOnly]);
const someRole = fc.constantFrom(...roles);

/** Returns all access decisions for a requester, in a fixed order. */
function answers(requester: Parameters<typeof can>[0]): boolean[] {
  const ofResources = catalogue.resources.flatMap((resource) => [
    ...verbs.map((verb) => can(requester, resource, verb)),
    ...Object.values(resource.actions ?? {}).map((action) => canRun(requester, resource, action).ok),
  ]);
  const ofRest = [
    ...catalogue.screens.map((screen) => canOpen(requester, screen)),
    ...catalogue.calls.map((call) => canCall(requester, call)),
    ...catalogue.settings.map((page) => canUse(requester, page)),
  ];
  return [...ofResources, ...ofRest];
}

const permitted = (requester: Parameters<typeof can>[0], area: string) =>
  catalogue.resources.filter((one) => can(requester, one, 'list') && getArea(one.path) === area).length;

describe('a permission set', () => {
  it('never allows more than the role, and as much as the role only when it names all areas', () => {
    for (const role of roles) {
      const full = answers(withFullAccess(role));
      expect(answers({ role, permissionSet: ['orders', allAreas] })).toEqual(full);
      expect(answers({ role, permissionSet: names })).toEqual(full);
    }
    fc.assert(
      fc.property(someRole, sets, (role, permissionSet) => {
        const full = answers(withFullAccess(role));
        const found = answers({ role, permissionSet });
        expect(found.findIndex((yes, at) => yes && !full[at])).toBe(-1);
      }),
      { numRuns: 30 },
    );
  });

  it('allows only the workplace and the admin’s own account when it is empty', () => {
    for (const role of roles) {
      const requester = { role, permissionSet: [] };
      for (const resource of catalogue.resources) {
        expect(verbs.filter((verb) => can(requester, resource, verb))).toEqual([]);
        expect(Object.values(resource.actions ?? {}).some((one) => canRun(requester, resource, one).ok)).toBe(false);
        expect(canDelete(requester, resource).ok || canLookUpRecords(requester, resource, catalogue.resources)).toBe(
          false,
        );
      }
      expect(catalogue.settings.some((page) => canUse(requester, page) || canChange(requester, page))).toBe(false);
      const calls = catalogue.calls.filter((call) => call.area !== undefined && call.roles !== 'public');
      expect(calls.filter((call) => canCall(requester, call))).toEqual([]);
      const open = catalogue.screens.filter((screen) => canOpen(requester, screen)).map(({ name }) => name);
      expect(open).toEqual(['Workplace', 'UserInfo', 'UserSetting'].sort((one, other) => order(one) - order(other)));
    }
  });

  it('allows what the role allows in its areas, and nothing in other areas', () => {
    fc.assert(
      fc.property(someRole, sets, (role, permissionSet) => {
        for (const area of names)
          expect(permitted({ role, permissionSet }, area)).toBe(
            permissionSet.includes(area) ? permitted(withFullAccess(role), area) : 0,
          );
      }),
      { numRuns: 30 },
    );
  });

  it('allows everything that a set allows which it covers', () => {
    fc.assert(
      fc.property(someRole, partSets, partSets, (role, one, other) => {
        const wide = { role, permissionSet: one };
        if (!coversPermissions(wide, other)) return;
        const mine = answers(wide);
        expect(answers({ role, permissionSet: other }).some((yes, at) => yes && !mine[at])).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  it('covers another set only when it contains all of it, and all areas only when it names all areas', () => {
    const covers = (own: readonly string[], set: readonly string[]) =>
      coversPermissions({ role: 'admin', permissionSet: own }, set);
    expect(covers([], [])).toBe(true);
    expect(covers([], ['orders'])).toBe(false);
    expect(covers(names, fullAccess)).toBe(false);
    expect(covers(fullAccess, ['orders', readOnly])).toBe(true);
    expect(covers([allAreas, readOnly], ['orders'])).toBe(false);
    expect(covers([allAreas, readOnly], ['orders', readOnly])).toBe(true);
  });

  it('allows the same reads and exports with read-only, but no changes', () => {
    fc.assert(
      fc.property(someRole, fc.constantFrom(fullAccess, ['orders'], ['ai', 'user']), (role, set) => {
        const [may, reader] = [set, [...set, readOnly]].map((permissionSet) => ({ role, permissionSet }));
        for (const resource of catalogue.resources) {
          for (const verb of verbs) {
            const reads = ['list', 'get', 'export'].includes(verb);
            expect(can(reader ?? null, resource, verb)).toBe(reads && can(may ?? null, resource, verb));
          }
          for (const action of Object.values(resource.actions ?? {}))
            expect(canRun(reader ?? null, resource, action).ok).toBe(
              action.reads === true && canRun(may ?? null, resource, action).ok,
            );
          expect(canDelete(reader ?? null, resource).ok).toBe(false);
        }
        for (const page of catalogue.settings) {
          expect(canUse(reader ?? null, page)).toBe(canUse(may ?? null, page));
          expect(canChange(reader ?? null, page)).toBe(false);
        }
      }),
    );
    const reader = { role: 'admin', permissionSet: [allAreas, readOnly] };
    const changed = catalogue.calls.filter(
      (call) => call.roles !== 'public' && call.reads !== true && canCall(reader, call),
    );
    const own = /^\/(logout|step-up|profile|password|two-factor|session|access-token|message|view)(\/|$)/;
    expect(changed.filter(({ path }) => !own.test(path)).map(({ path }) => path)).toEqual([]);
    expect(changed.some(({ path }) => path === '/view/share')).toBe(false);
  });

  it('is normalized for storage', () => {
    expect(normalizePermissionSet([])).toBeNull();
    expect(normalizePermissionSet([readOnly])).toBeNull();
    expect(normalizePermissionSet(['orders', allAreas])).toEqual([allAreas]);
    expect(normalizePermissionSet([readOnly, 'orders', 'user'])).toEqual(['orders', 'user', readOnly]);
  });

  it('has presets that are normalized, grant something and use known parts', () => {
    const { permissionSet } = admin.fields;
    for (const { values } of Object.values(permissionPresets)) {
      expect(normalizePermissionSet(values)).toEqual(values);
      for (const part of values) expect(Object.keys(permissionSet.options)).toContain(part);
    }
    const full = Object.entries(permissionPresets).filter(([, preset]) =>
      hasFullAccess({ permissionSet: preset.values }),
    );
    expect(full.map(([name]) => name)).toEqual(['full']);
    expect(isReadOnly({ permissionSet: permissionPresets.readOnly.values })).toBe(true);
    // The name of an area must differ from the other parts of a set.
    expect(areas.map(({ name }): string => name).filter((name) => [allAreas, readOnly].includes(name))).toEqual([]);
  });

  it('never restricts the workplace, personal pages and calls of the admin’s own account', () => {
    const requester = { role: 'user', permissionSet: ['orders'] };
    const open = catalogue.screens.filter((screen) => canOpen(requester, screen)).map(({ name }) => name);
    expect(open).toEqual(['Workplace', 'OrderTable', 'UserInfo', 'UserSetting'].sort((a, b) => order(a) - order(b)));
    for (const { path, area } of catalogue.calls)
      expect(
        `${path} ${canCall({ role: 'admin', permissionSet: ['orders'] }, { roles: ['*'], ...(area ? { area } : {}) })}`,
      ).toBe(`${path} ${area === undefined || [area].flat().includes('orders')}`);
  });

  it('allows nothing when it only contains unknown parts', () => {
    const requester = { role: 'admin', permissionSet: ['gone'] };
    expect(catalogue.resources.some((resource) => can(requester, resource, 'list'))).toBe(false);
    expect(can(requester, { access: { list: ['*'] }, path: '/nowhere' }, 'list')).toBe(false);
    expect(can({ role: 'admin', permissionSet: [''] }, { access: { list: ['*'] }, path: '/ai' }, 'list')).toBe(false);
  });
});

const order = (name: string) => catalogue.screens.findIndex((screen) => screen.name === name);

it('canLookUpRecords allows title searches only in resources that writable records refer to', () => {
  const requester = { role: 'admin', permissionSet: ['orders'] };
  const found = catalogue.resources.filter(
    (one) => !can(requester, one, 'list') && canLookUpRecords(requester, one, catalogue.resources),
  );
  expect(found.map(({ name }) => name)).toContain('user');
  expect(found.map(({ name }) => name)).not.toContain('admin');
  expect(found.map(({ name }) => name)).not.toContain('apiKey');
  const some = fc.constantFrom(...catalogue.resources);
  fc.assert(
    fc.property(someRole, sets, some, (role, permissionSet, target) => {
      if (canLookUpRecords({ role, permissionSet }, target, catalogue.resources))
        expect(can(withFullAccess(role), target, 'list')).toBe(true);
    }),
    { numRuns: 30 },
  );
});

it('getArea finds the area of every route by its path', () => {
  for (const { path, area } of catalogue.screens) expect(`${path} ${getArea(path)}`).toBe(`${path} ${area}`);
  expect(getArea('/users/x')).toBe('');
});

/** Every admin may make calls without an area, so a new one must be added here on purpose. The names of regions are public. */
it('defines calls without an area only for the caller’s session, public data and calls that check their arguments themselves', () => {
  const own = /^\/(logout|info|step-up|profile|password|two-factor|session|access-token|operation-log|message)(\/|$)/;
  const judging = /^\/(settings|undo|view|file|record)\//;
  const home = ['/data_panel', '/message_panel', '/memory_panel', '/workplace/headlines'];
  const common = ['/region/within', '/region/names'];
  const rest = catalogue.calls.filter(({ path, area, roles: given }) => {
    if (area !== undefined || given === 'public') return false;
    return !own.test(path) && !judging.test(path) && ![...home, ...common].includes(path);
  });
  expect(rest.map(({ path }) => path)).toEqual([]);
  const known: readonly string[] = names;
  for (const { path, area = [] } of catalogue.calls)
    for (const one of [area].flat()) expect(`${path} ${known.includes(one)}`).toBe(`${path} true`);
});
