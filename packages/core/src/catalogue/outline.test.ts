import { describe, expect, it } from 'vitest';
import { allows, readableFields } from '../access/index.ts';
import { isLog } from '../definition/index.ts';
import { boundTo, catalogue, outlineOf, presentScreens, relatedLabel, relatedOf, sketchesOf, tabsOf } from './index.ts';

const outline = outlineOf(catalogue);
const sketches = sketchesOf(catalogue);

/** What is told of a definition must survive being written as JSON, since pages get it so. */
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
      const ours = tabsOf(outline, path).map((tab) => [tab.kind, boundTo(tab).name]);
      expect(ours).toEqual(tabsOf(catalogue, path).map((tab) => [tab.kind, boundTo(tab).name]));
    }
  });

  it('puts settings behind the lists of their route, but before those that come of them', () => {
    const kinds = (path: string) => tabsOf(outline, path).map(({ kind }) => kind);
    expect(kinds('/expand/config')).toEqual(['settings', 'resource']);
    expect(kinds('/ai/api_key')).toEqual(['resource', 'resource', 'settings']);
  });

  it('holds no field and no form', () => {
    for (const resource of outline.resources)
      expect(Object.keys(resource).sort()).toEqual(['access', 'label', 'name', 'path', 'title']);
  });
});

describe('sketches', () => {
  it('know the same relations as the definitions, by the same names', () => {
    for (const resource of catalogue.resources) {
      const told = relatedOf({ resources: sketches }, resource).map((one) => [one.key, relatedLabel(one, 'en-US')]);
      expect(told).toEqual(relatedOf(catalogue, resource).map((one) => [one.key, relatedLabel(one, 'en-US')]));
    }
  });

  it('know logs, titles that a role may read, and actions with those who may run them', () => {
    for (const [at, resource] of catalogue.resources.entries()) {
      const sketch = sketches[at] ?? expect.fail(resource.name);
      expect(isLog(sketch)).toBe(isLog(resource));
      expect(readableFields(sketch, 'user').includes(sketch.title)).toBe(
        readableFields(resource, 'user').includes(resource.title),
      );
      for (const [name, action] of Object.entries(resource.actions ?? {}))
        expect(allows(sketch.actions?.[name]?.roles ?? [], 'user')).toBe(allows(action.roles, 'user'));
    }
  });
});
