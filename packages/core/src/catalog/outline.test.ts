import { describe, expect, it } from 'vitest';
import { allowsRole, listReadableFields } from '../access/index.ts';
import { isLog } from '../definition/index.ts';
import {
  catalogue,
  createOutline,
  createSkeletons,
  getRelatedLabel,
  listRelated,
  listTabs,
  presentScreens,
  resolveTab,
} from './index.ts';

const outline = createOutline(catalogue);
const skeletons = createSkeletons(catalogue);

/** The outline of a definition must survive being written as JSON, since pages receive it as JSON. */
const written = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

it('loses nothing of a definition that is written as JSON', () => {
  expect(written(catalogue.resources)).toEqual(catalogue.resources);
  expect(written(catalogue.settings)).toEqual(catalogue.settings);
});

describe('an outline', () => {
  it('finds the same screens and tabs as the whole catalogue', () => {
    const flags = { CRAFT: 'true' };
    expect(presentScreens(written(outline), flags)).toEqual(presentScreens(catalogue, flags));
    for (const { path } of catalogue.screens) {
      const ours = listTabs(outline, path).map((tab) => [tab.kind, resolveTab(tab).name]);
      expect(ours).toEqual(listTabs(catalogue, path).map((tab) => [tab.kind, resolveTab(tab).name]));
    }
  });

  it('puts settings behind the lists of their route, but before those that come of them', () => {
    const kinds = (path: string) => listTabs(outline, path).map(({ kind }) => kind);
    expect(kinds('/expand/config')).toEqual(['settings', 'resource']);
    expect(kinds('/ai/api_key')).toEqual(['resource', 'resource', 'resource', 'settings']);
  });

  it('holds no field and no form', () => {
    for (const { inMenu: _optional, ...resource } of outline.resources)
      expect(Object.keys(resource).sort()).toEqual(['access', 'label', 'name', 'path', 'title']);
  });
});

describe('skeletons', () => {
  it('know the same relations as the definitions, by the same names', () => {
    for (const resource of catalogue.resources) {
      const reported = listRelated({ resources: skeletons }, resource).map((one) => [
        one.key,
        getRelatedLabel(one, 'en-US'),
      ]);
      expect(reported).toEqual(listRelated(catalogue, resource).map((one) => [one.key, getRelatedLabel(one, 'en-US')]));
    }
  });

  it('know logs, titles that a role may read, and actions with those who may run them', () => {
    for (const [at, resource] of catalogue.resources.entries()) {
      const sketch = skeletons[at] ?? expect.fail(resource.name);
      expect(isLog(sketch)).toBe(isLog(resource));
      expect(listReadableFields(sketch, 'user').includes(sketch.title)).toBe(
        listReadableFields(resource, 'user').includes(resource.title),
      );
      for (const [name, action] of Object.entries(resource.actions ?? {}))
        expect(allowsRole(sketch.actions?.[name]?.roles ?? [], 'user')).toBe(allowsRole(action.roles, 'user'));
    }
  });
});
