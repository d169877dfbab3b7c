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

/** Converts a value to JSON and back, as pages receive outlines. */
const viaJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

it('definitions survive conversion to JSON', () => {
  expect(viaJson(catalogue.resources)).toEqual(catalogue.resources);
  expect(viaJson(catalogue.settings)).toEqual(catalogue.settings);
});

describe('createOutline', () => {
  it('has the same screens and tabs as the full catalog', () => {
    const flags = { CRAFT: 'true' };
    expect(presentScreens(viaJson(outline), flags)).toEqual(presentScreens(catalogue, flags));
    for (const { path } of catalogue.screens) {
      const ours = listTabs(outline, path).map((tab) => [tab.kind, resolveTab(tab).name]);
      expect(ours).toEqual(listTabs(catalogue, path).map((tab) => [tab.kind, resolveTab(tab).name]));
    }
  });

  it('orders settings after the lists of their route, unless they are marked as first', () => {
    const kinds = (path: string) => listTabs(outline, path).map(({ kind }) => kind);
    expect(kinds('/expand/config')).toEqual(['settings', 'resource']);
    expect(kinds('/ai/api_key')).toEqual(['resource', 'resource', 'resource', 'settings']);
  });

  it('contains no fields and no form', () => {
    for (const { inMenu: _optional, ...resource } of outline.resources)
      expect(Object.keys(resource).sort()).toEqual(['access', 'label', 'name', 'path', 'title']);
  });
});

describe('createSkeletons', () => {
  it('keeps the relations and labels of the definitions', () => {
    for (const resource of catalogue.resources) {
      const reported = listRelated({ resources: skeletons }, resource).map((one) => [
        one.key,
        getRelatedLabel(one, 'en-US'),
      ]);
      expect(reported).toEqual(listRelated(catalogue, resource).map((one) => [one.key, getRelatedLabel(one, 'en-US')]));
    }
  });

  it('keeps logs, readable titles, and actions with their roles', () => {
    for (const [at, resource] of catalogue.resources.entries()) {
      const skeleton = skeletons[at] ?? expect.fail(resource.name);
      expect(isLog(skeleton)).toBe(isLog(resource));
      expect(listReadableFields(skeleton, 'user').includes(skeleton.title)).toBe(
        listReadableFields(resource, 'user').includes(resource.title),
      );
      for (const [name, action] of Object.entries(resource.actions ?? {}))
        expect(allowsRole(skeleton.actions?.[name]?.roles ?? [], 'user')).toBe(allowsRole(action.roles, 'user'));
    }
  });
});
