import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { areas, getArea, homeArea } from '../areas/areas.ts';
import { catalogue } from '../catalogue/index.ts';
import { roles, verbs } from '../definition/index.ts';
import { can, canCall, canLookUpRecords, canOpen, canRun, canUse, coversPermissions } from './guard.ts';

const names = areas.map(({ name }) => name).filter((name) => name !== homeArea);
const sets = fc.subarray(names);
const someRole = fc.constantFrom(...roles);

/** The answer to every question about access, in a fixed order. */
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
  it('never allows what the role does not, and when it is empty takes nothing away', () => {
    for (const role of roles) {
      const full = answers(role);
      expect(answers({ role, permissionSet: [] })).toEqual(full);
      expect(answers({ role })).toEqual(full);
    }
    fc.assert(
      fc.property(someRole, sets, (role, permissionSet) => {
        const full = answers(role);
        const found = answers({ role, permissionSet });
        expect(found.findIndex((yes, at) => yes && !full[at])).toBe(-1);
      }),
      { numRuns: 30 },
    );
  });

  it('opens what the role may in its areas, and nothing of the others', () => {
    fc.assert(
      fc.property(someRole, sets, (role, permissionSet) => {
        for (const area of names) {
          const open = permissionSet.length === 0 || permissionSet.includes(area);
          expect(permitted({ role, permissionSet }, area)).toBe(open ? permitted(role, area) : 0);
        }
      }),
      { numRuns: 30 },
    );
  });

  it('opens the more, the more it names, and what covers another opens all of that', () => {
    fc.assert(
      fc.property(someRole, sets, sets, (role, one, other) => {
        const wide = { role, permissionSet: one };
        if (!coversPermissions(wide, other)) return;
        const mine = answers(wide);
        expect(answers({ role, permissionSet: other }).some((yes, at) => yes && !mine[at])).toBe(false);
      }),
      { numRuns: 30 },
    );
  });

  it('leaves the workplace, one’s own pages and one’s own calls to everyone', () => {
    const requester = { role: 'user', permissionSet: ['orders'] };
    const open = catalogue.screens.filter((screen) => canOpen(requester, screen)).map(({ name }) => name);
    expect(open).toEqual(['Workplace', 'OrderTable', 'UserInfo', 'UserSetting'].sort((a, b) => order(a) - order(b)));
    for (const { path, area } of catalogue.calls)
      expect(
        `${path} ${canCall({ role: 'admin', permissionSet: ['orders'] }, { roles: ['*'], ...(area ? { area } : {}) })}`,
      ).toBe(`${path} ${area === undefined || [area].flat().includes('orders')}`);
  });

  it('that names nothing known opens nothing', () => {
    const requester = { role: 'admin', permissionSet: ['gone'] };
    expect(catalogue.resources.some((resource) => can(requester, resource, 'list'))).toBe(false);
    expect(can(requester, { access: { list: ['*'] }, path: '/nowhere' }, 'list')).toBe(false);
  });
});

const order = (name: string) => catalogue.screens.findIndex((screen) => screen.name === name);

it('lets a person find by title what their records refer to, and nothing else', () => {
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
        expect(can(role, target, 'list')).toBe(true);
    }),
    { numRuns: 30 },
  );
});

it('knows the area of every route by its path', () => {
  for (const { path, area } of catalogue.screens) expect(`${path} ${getArea(path)}`).toBe(`${path} ${area}`);
  expect(getArea('/users/x')).toBe('');
});

/** A call without an area is everyone's: whoever adds one decides that here. What regions are called is no secret. */
it('has no call without an area but those of one’s own session, what is no secret, and those that judge by what they are asked about', () => {
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
