import {
  type AnyResource,
  catalogue,
  type Field,
  kebab,
  resourcePath,
  type Values,
  writableFields,
} from '@gantry/core';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningServer, startServer } from '../../server/test/server-process.ts';
import { type Gantry, newGantry } from './gantry.ts';

/** What people paste, and what breaks what was not made for it; all of it may be kept. */
const nasty = [
  '<script>alert("x")</script>&lt;b&gt;{{name}}$1',
  'שלום עולם \u202e txet desrever\u202c مرحبا',
  '👩‍👩‍👧‍👦🏳️‍🌈 e\u0301\u0327 Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  '\'; drop table users; -- " \\ % _ * ?',
  '=cmd|"/c calc"!A1\t+1\t@sum',
  '\u001b[31mred\u001b[0m\u0007 bell \u007f \u0085 \u2028 end',
  '  零宽\u200b空格\u00a0与\ufeff标记  ',
  'null undefined NaN 1e309 -0 ﷽ Ω≈ç√∫˜µ≤≥÷',
];
const refusedTexts = ['a\0b', 'half \ud83d'];
const day = 86_400_000;

/** What an entity's own rules ask for, beyond its fields. */
const asked: Readonly<Record<string, Values>> = {
  aiTech: { linkKind: 'internal', link: '/nasty?q=%00' },
  aiBackground: { kind: 'color', color: '#165DFF' },
  agent: {
    variables: [{ name: 'name', label: nasty[0], type: 'input' }],
    fewShot: [{ ask: nasty[1], answer: nasty[2] }],
    ownerType: 'system',
    ownerId: null,
  },
  miniApp: { form: [{ name: 'name', label: nasty[3], type: 'select', options: nasty }] },
  writeTemplate: { form: [{ name: 'name', label: nasty[0], type: 'input' }] },
  menuItem: { kind: 'internal', target: '/nasty' },
  goldenQuestion: { chunks: ['1', '20'] },
  course: { isFree: true, attachments: ['https://example.com/a.pdf'] },
  courseSchedule: { startAt: Date.now() + day, endAt: Date.now() + 2 * day, mode: 'online' },
  clientApp: { callbackDomains: ['a.example.com'] },
  bannedWord: { match: 'contains' },
  serviceClient: { scopes: ['text'], ipAllowlist: ['10.0.0.0/8'] },
  notice: { startAt: null, endAt: null },
  vipPlan: { quotas: null, visibleFrom: null, visibleTo: null },
  apiKey: { secret: 'sk-nasty-0123456789abcdef' },
  carousel: { startAt: null, endAt: null, link: null },
  user: { regionCode: '440300' },
  regionalAgent: { regionCode: '440300' },
  admin: { username: 'nasty-admin', password: 'granite-pillow-58-otter-moss' },
};

function textFor(field: Field, at: number): string {
  const [most, least] = ['max' in field ? Number(field.max ?? 255) : 255, 'min' in field ? Number(field.min ?? 0) : 0];
  const long = [...Array(Math.max(1, Math.ceil(least / 20)))]
    .map((_, turn) => nasty[(at + turn) % nasty.length])
    .join('');
  const cut = long.slice(0, most);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/** A value of each kind, as nasty as the field allows; the n-th of its entity. */
function valueFor(field: Field, at: number): unknown {
  switch (field.kind) {
    case 'text':
      return field.pattern === undefined
        ? textFor(field, at)
        : fc
            .sample(fc.stringMatching(new RegExp(`^(?:${field.pattern})$`)), { seed: at + 1, numRuns: 50 })
            .find((one) => one.length > 2 && one.length <= (field.max ?? 255));
    case 'paragraph':
    case 'markdown':
      return `${textFor({ ...field, max: field.max ?? 2000 }, at)}\r\n\n\t- ${'长'.repeat(20)}`.slice(
        0,
        field.max ?? 2000,
      );
    case 'integer':
    case 'money':
      return Math.min(Math.max(field.min ?? 0, 1), field.max ?? 1);
    case 'boolean':
      return true;
    case 'choice':
      return Object.keys(field.options).at(-1);
    case 'choices':
      return Object.keys(field.options);
    case 'time':
      return Date.UTC(2026, 1, 29) + at;
    case 'date':
      return '2028-02-29';
    case 'color':
      return '#00FF7F';
    case 'tags':
      return nasty.slice(0, field.maxItems ?? nasty.length);
    case 'json':
      return { [String(nasty[0])]: nasty, deep: [[[null, 0.1, -1]]] };
    default:
      return null;
  }
}

const created = catalogue.resources.filter(({ access }) => access.create && access.get);
let server: RunningServer;
let gantry: Gantry;
let token: string;
const made = new Map<string, { readonly id: number; readonly values: Values }>();

beforeAll(async () => {
  server = await startServer({ env: { CRAFT: 'true' } });
  token = await server.firstAdmin();
  gantry = newGantry({ GANTRY_TOKEN: token, GANTRY_SERVER: server.url, CRAFT: 'true' });
});
afterAll(() => server.stop());

const call = (resource: AnyResource, verb: string, body: Values) =>
  server.call(resourcePath(resource.name, verb), body, { token });

/** What is given for a new record; what it refers to is made first. */
async function valuesOf(resource: AnyResource): Promise<Values> {
  const values: Values = {};
  for (const [at, [name, field]] of Object.entries(writableFields(resource, 'create')).entries()) {
    const own = asked[resource.name]?.[name];
    if (own !== undefined) values[name] = own;
    else if (field.kind === 'reference') values[name] = await referenceFor(resource, field);
    else if (field.kind !== 'image' && field.kind !== 'secret') values[name] = valueFor(field, at);
  }
  return values;
}

async function referenceFor(
  resource: AnyResource,
  field: Extract<Field, { kind: 'reference' }>,
): Promise<number | null> {
  const target = created.find(({ name }) => name === field.to);
  if (field.required !== true || !target || target === resource) return null;
  return (await record(target)).id;
}

/** The record of an entity, made on the first demand. */
async function record(resource: AnyResource): Promise<{ readonly id: number; readonly values: Values }> {
  const known = made.get(resource.name);
  if (known) return known;
  const values = await valuesOf(resource);
  const { code, errors, data } = await call(resource, 'create', values);
  expect({ code, errors }).toEqual({ code: 20_000, errors: {} });
  const one = { id: Number(data.id), values };
  made.set(resource.name, one);
  return one;
}

/** Of what was given, all that may be read again: empty text is none. */
function readable({ fields }: AnyResource, values: Values): Values {
  const kept = Object.entries(values).filter(
    ([name]) => fields[name]?.kind !== 'secret' && fields[name]?.read !== 'never',
  );
  return Object.fromEntries(kept);
}

/** Pictures are uploaded first, and some entities are made in ways of their own. */
const isPlain = ({ fields }: AnyResource) =>
  !Object.values(fields).some(({ kind, required }) => kind === 'image' && required);

describe.each(created.filter(isPlain).map((resource) => [resource.name, resource] as const))('%s', (_, resource) => {
  it('gives back what was typed, by the API and the command line', async () => {
    const { id, values } = await record(resource);
    const expected = readable(resource, values);
    expect((await call(resource, 'get', { id })).data).toMatchObject(expected);
    const printed = await gantry.run([kebab(resource.name), 'get', String(id), '--json']);
    expect(printed.stderr).toBe('');
    expect(JSON.parse(printed.stdout)).toMatchObject(expected);
  });

  it('refuses what no store can keep, at each text', async () => {
    const fields = Object.entries(writableFields(resource, 'create'));
    const texts = fields
      .filter(([, { kind }]) => ['text', 'paragraph', 'markdown'].includes(kind))
      .map(([name]) => name);
    for (const [at, wrong] of refusedTexts.entries()) {
      if (at > 0 && texts.length === 0) continue;
      const given = Object.fromEntries(texts.map((name) => [name, wrong]));
      const { code, errors } = await call(resource, 'create', given);
      expect([code, Object.keys(errors)]).toEqual([42_200, expect.arrayContaining(texts)]);
    }
  });
});
