import { describe, expect, it } from 'vitest';
import { type AnyResource, admins, defineResource, everyone, type SettingsGroup } from '../definition/index.ts';
import { integer, json, markdown, reference, secret, state, text } from '../fields/index.ts';
import { type Catalogue, catalogue, listTabs, presentScreens, toDiagnostics } from './index.ts';

const thing = defineResource({
  name: 'thing',
  path: '/news/help-table',
  title: 'name',
  label: { zh: '物', en: 'Thing' },
  fields: {
    name: text({ zh: '名', en: 'Name' }, { required: true }),
    status: state({ zh: '态', en: 'State' }, { on: { zh: '开', en: 'On' }, off: { zh: '关', en: 'Off' } }),
  },
  list: { columns: ['name'], sort: '-id' },
  form: [['name']],
  access: { list: everyone, create: admins },
  actions: { stop: { on: 'record', label: { zh: '停', en: 'Stop' }, roles: admins, from: ['on'], to: 'off' } },
}) as AnyResource;

const getIds = (change: Partial<AnyResource>, name = 'thing'): string[] => {
  const given: Catalogue = { ...catalogue, resources: [{ ...thing, name, ...change }] };
  return toDiagnostics(given)
    .filter((diagnostic) => diagnostic.where === name)
    .map((diagnostic) => diagnostic.id);
};

it('toDiagnostics finds nothing in the definitions of the product', () => {
  expect(toDiagnostics(catalogue)).toEqual([]);
});

describe('toDiagnostics', () => {
  const label = { zh: '甲', en: 'A' };
  it.each<[string, Partial<AnyResource>]>([
    ['R001', { fields: { ...thing.fields, Big_Name: text(label) } }],
    ['R002', { fields: { ...thing.fields, version: integer(label) } }],
    ['R003', { fields: { ...thing.fields, owner: reference(label, 'nobody') } }],
    ['R004', { path: '/nowhere' }],
    ['R010', { list: { columns: ['colour'], sort: '-id' } }],
    ['R011', { list: { columns: ['name'], filters: ['colour'], sort: '-id' } }],
    ['R012', { list: { columns: ['name'], sortable: ['colour'], sort: '-id' } }],
    ['R013', { list: { columns: ['name'], sort: '-colour' } }],
    ['R014', { form: [['colour']] }],
    ['R015', { title: 'colour' }],
    ['R041', { document: 'colour' }],
    ['R042', { deletion: { when: [{ field: 'colour', holds: 'set', why: label }] } }],
    ['R043', { deletion: { from: ['gone'] } }],
    [
      'R016',
      {
        fields: { ...thing.fields, body: markdown(label) },
        list: { columns: ['name'], filters: ['body'], sort: '-id' },
      },
    ],
    [
      'R017',
      {
        fields: { ...thing.fields, body: markdown(label, { read: 'detail' }) },
        list: { columns: ['body'], sort: '-id' },
      },
    ],
    ['R037', { list: { ...thing.list, quick: { odd: { label, where: { colour: ['red'] } } } } }],
    ['R037', { list: { ...thing.list, quick: { odd: { label, where: { createdAt: ['today'] } } } } }],
    ['R020', { actions: { list: { on: 'record', label, roles: admins } } }],
    ['R019', { list: { columns: ['name'], totals: ['colour'], sort: '-id' } }],
    ['R025', { list: { columns: ['name'], totals: ['name'], sort: '-id' } }],
    ['R021', { actions: { stop: { on: 'record', label, roles: admins, from: ['asleep'], to: 'off' } } }],
    ['R022', { actions: { stop: { on: 'record', label, roles: admins, from: ['on'], to: 'gone' } } }],
    [
      'R023',
      { actions: { stop: { on: 'record', label, roles: admins, from: ['on'], to: 'off', input: { note: 'colour' } } } },
    ],
    ['R024', { actions: {} }],
    ['R026', { actions: { ...thing.actions, put: { on: 'record', label, roles: admins, orders: { by: 'rank' } } } }],
    ['R030', { access: { create: admins } }],
    ['R032', { form: undefined as never }],
    ['R014', { sections: [{ label, fields: ['name', 'colour'] }] }],
    ['R014', { highlights: ['colour'] }],
    ['R033', { fields: { ...thing.fields, part: reference(label, 'thing', { only: { name: ['wheel'] } }) } }],
    ['R040', { fields: { ...thing.fields, note: text(label, { visibleWhen: { name: ['a'] } }) } }],
    ['R036', { fields: { ...thing.fields, parts: json(label, { rows: { part: markdown(label) as never } }) } }],
    ['R036', { fields: { ...thing.fields, parts: json(label, { rows: {} }) } }],
    ['R038', { fields: { ...thing.fields, code: text(label, { pattern: '[a-z' }) } }],
    [
      'R038',
      {
        actions: {
          ...thing.actions,
          note: { on: 'record', label, roles: admins, input: { code: text(label, { pattern: 'a{2,1}' }) } },
        },
      },
    ],
    ['R034', { fields: { ...thing.fields, key: secret(label, { boundTo: ['url'] }) } }],
    ['R034', { fields: { ...thing.fields, key: secret(label, { boundTo: ['key'] }) } }],
    [
      'R035',
      {
        fields: { ...thing.fields, key: secret(label, { boundTo: ['name'] }) },
        actions: { ...thing.actions, move: { on: 'record', label, roles: admins, input: { name: 'name' } } },
      },
    ],
  ])('reports %s', (id, change) => {
    expect(getIds(change)).toContain(id);
  });

  it('reports a secret setting that is bound to an unknown field', () => {
    const group = { label, sensitive: true, fields: { key: secret(label, { boundTo: ['url'] }) } } as const;
    const page = { name: 'page', path: '/news/help-table', label, roles: admins, groups: { group } };
    const found = toDiagnostics({ ...catalogue, settings: [page] });
    expect(found).toEqual([{ id: 'S004', where: 'page', what: 'key is bound to an unknown field: url' }]);
  });

  it('reports secret settings, and the fields that they are bound to, that are not sensitive', () => {
    const url = text(label, {});
    const key = (options: object) => secret(label, { boundTo: ['url'], ...options });
    const found = (group: SettingsGroup) => {
      const page = { name: 'page', path: '/news/help-table', label, roles: admins, groups: { group } };
      return toDiagnostics({ ...catalogue, settings: [page] }).map(({ id, what }) => `${id} ${what.split(' ')[0]}`);
    };
    expect(found({ label, fields: { key: key({}), url } })).toEqual(['S008 group.key', 'S008 group.url']);
    expect(found({ label, fields: { key: key({ sensitive: true }), url } })).toEqual(['S008 group.url']);
    expect(found({ label, fields: { key: key({ sensitive: true }), url: { ...url, sensitive: true } } })).toEqual([]);
    expect(found({ label, sensitive: true, fields: { key: key({}), url } })).toEqual([]);
  });

  it('reports invalid patterns in settings and calls', () => {
    const fields = { code: text(label, { pattern: '\\' }) };
    const page = { name: 'page', path: '/news/help-table', label, roles: admins, groups: { group: { label, fields } } };
    const call = { path: '/odd', label, roles: admins, input: fields };
    const found = toDiagnostics({ ...catalogue, settings: [page], calls: [call] });
    expect(found.map(({ id, where }) => `${id} ${where}`)).toEqual(['S006 page', 'C002 /odd']);
  });

  it('reports nothing for a valid definition', () => {
    expect(getIds({})).toEqual([]);
  });
});

describe('presentScreens and listTabs', () => {
  it('include the course screens only when CRAFT is the string true', () => {
    const withCourse: Catalogue = { ...catalogue, resources: [{ ...thing, path: '/devcourse/course' }] };
    const names = (flags: Record<string, string>) => presentScreens(withCourse, flags).map((screen) => screen.name);
    expect(names({ CRAFT: 'true' })).toContain('Course');
    for (const CRAFT of ['false', 'TRUE', '1', '']) expect(names({ CRAFT })).not.toContain('Course');
  });

  it('return screens in menu order, and the tabs of a screen in catalog order', () => {
    const orders = catalogue.screens.map((screen) =>
      [
        'dashboard',
        'ai',
        'user',
        'market',
        'orders',
        'news',
        'models',
        'risk',
        'settings',
        'devcourse',
        'expand',
        'admins',
      ].indexOf(screen.area),
    );
    expect(orders).toEqual([...orders].sort((a, b) => a - b));
    expect(
      listTabs(catalogue, '/ai/ai_limit_text').map((tab) => (tab.kind === 'resource' ? tab.resource.name : tab.kind)),
    ).toEqual(['bannedWord', 'allowWord', 'violationLog']);
  });
});
