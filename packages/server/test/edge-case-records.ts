import { type AnyResource, catalogue, type Field, getResourcePath, getWritableFields, type Values } from '@gantry/core';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import type { Answer } from './server-process.ts';

/** Text that users paste, and text that breaks unprepared software; all of it may be stored. */
const edgeCases = [
  '<script>alert("x")</script>&lt;b&gt;{{name}}$1',
  'שלום עולם \u202e txet desrever\u202c مرحبا',
  '👩‍👩‍👧‍👦🏳️‍🌈 e\u0301\u0327 Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢',
  '\'; drop table users; -- " \\ % _ * ?',
  '=cmd|"/c calc"!A1\t+1\t@sum',
  '\u001b[31mred\u001b[0m\u0007 bell \u007f \u0085 \u2028 end',
  '  零宽\u200b空格\u00a0与\ufeff标记  ',
  'null undefined NaN 1e309 -0 ﷽ Ω≈ç√∫˜µ≤≥÷',
];
/** The same for a single-line field, which allows no control characters. */
const oneLine = edgeCases.map((text) => text.replace(/[\u0000-\u001f\u007f-\u009f]/g, ''));
const day = 86_400_000;

/** Values that an entity's own validation requires, beyond its fields. */
export const requested: Readonly<Record<string, Values>> = {
  aiTech: { linkKind: 'internal', link: '/nasty?q=%00' },
  aiBackground: { kind: 'color', color: '#165DFF' },
  agent: {
    variables: [{ name: 'name', label: edgeCases[0], type: 'input' }],
    fewShot: [{ prompt: edgeCases[1], answer: edgeCases[2] }],
    knowledgeBases: null,
    ownerType: 'system',
    ownerId: null,
  },
  miniApp: { form: [{ name: 'name', label: edgeCases[3], type: 'select', options: edgeCases }] },
  writeTemplate: { form: [{ name: 'name', label: edgeCases[0], type: 'input' }] },
  menuItem: { kind: 'internal', target: '/nasty' },
  goldenQuestion: { chunks: ['1', '20'] },
  course: { isFree: true, attachments: ['https://example.com/a.pdf'] },
  courseSchedule: { startAt: Date.now() + day, endAt: Date.now() + 2 * day, mode: 'online' },
  clientApp: { callbackDomains: ['a.example.com'] },
  bannedWord: { match: 'contains' },
  serviceClient: { scopes: ['text'], ipAllowlist: ['10.0.0.0/8'] },
  webhookEndpoint: { url: 'https://hooks.example.com/nasty?a=1&b=%00' },
  notice: { startAt: null, endAt: null },
  vipPlan: { quotas: null, allowModels: null, allowAppCategories: null, visibleFrom: null, visibleTo: null },
  apiKey: {
    secret: 'sk-nasty-0123456789abcdef',
    expiresAt: null,
    modelMap: [{ ours: edgeCases[0], theirs: edgeCases[3] }],
  },
  identityProvider: { secret: 'secret-of-nasty-0123456789' },
  carousel: { startAt: null, endAt: null, link: null },
  user: { regionCode: '440300' },
  regionalAgent: { regionCode: '440300' },
  admin: {
    username: 'nasty-admin',
    password: 'granite-pillow-58-otter-moss',
    permissionSet: ['all', 'readOnly'],
  },
};

/** Every fourth text is as long as its field allows, up to this many characters. */
const longest = 10_000;

function textFor(field: Field, at: number, texts = edgeCases): string {
  const [most, least] = ['max' in field ? (field.max ?? 255) : 255, 'min' in field ? (field.min ?? 0) : 0];
  const wanted = at % 4 === 3 ? Math.min(most, longest) : least;
  const long = [...Array(Math.max(1, Math.ceil(wanted / 20)))]
    .map((_, turn) => texts[(at + turn) % texts.length])
    .join('');
  const cut = long.slice(0, most);
  return cut.isWellFormed() ? cut : cut.slice(0, -1);
}

/** Returns a value of the field's kind, as unusual as the field allows; `at` is the index of the record. */
export function createEdgeCaseValue(field: Field, at: number): unknown {
  switch (field.kind) {
    case 'text':
      return field.pattern === undefined
        ? textFor(field, at, oneLine)
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
      return oneLine.slice(0, field.maxItems ?? oneLine.length);
    case 'json':
      return { [String(edgeCases[0])]: edgeCases, deep: [[[null, 0.1, -1]]] };
    default:
      return null;
  }
}

/** Entities whose records are created with a form. */
export const created = catalogue.resources.filter(({ access }) => access.create && access.get);

export interface EdgeCaseRecord {
  readonly id: number;
  readonly values: Values;
}

/** Records with edge cases in every field, created on request. */
export interface EdgeCaseRecords {
  /** Returns the record of an entity and the submitted values. Throws when the server rejects it. */
  of(resource: AnyResource): Promise<EdgeCaseRecord>;
}

type Call = (path: string, body: Values) => Promise<Pick<Answer, 'code' | 'errors' | 'data'>>;

export function createEdgeCaseRecords(call: Call): EdgeCaseRecords {
  const made = new Map<string, Promise<EdgeCaseRecord>>();
  let uploaded: Promise<unknown> | null = null;
  const picture = () => {
    const content = PNG.sync.write(new PNG({ width: 4, height: 4 })).toString('base64');
    uploaded ??= call('/file/upload', { name: 'dot.png', content }).then(({ data }) => data.path);
    return uploaded;
  };
  const referenceFor = async (resource: AnyResource, field: Extract<Field, { kind: 'reference' }>) => {
    const target = created.find(({ name }) => name === field.to);
    if (field.required !== true || !target || target === resource) return null;
    return (await of(target)).id;
  };
  const getValues = async (resource: AnyResource) => {
    const values: Values = {};
    for (const [at, [name, field]] of Object.entries(getWritableFields(resource, 'create')).entries()) {
      const own = requested[resource.name]?.[name];
      if (own !== undefined) values[name] = own;
      else if (field.kind === 'reference') values[name] = await referenceFor(resource, field);
      else if (field.kind === 'image') values[name] = await picture();
      else if (field.kind !== 'secret') values[name] = createEdgeCaseValue(field, at);
    }
    return values;
  };
  const make = async (resource: AnyResource) => {
    const values = await getValues(resource);
    const { code, errors, data } = await call(getResourcePath(resource.name, 'create'), values);
    if (code !== 20_000) throw new Error(`${resource.name}: ${code} ${JSON.stringify(errors)}`);
    return { id: Number(data.id), values };
  };
  const of = (resource: AnyResource) => {
    const known = made.get(resource.name) ?? make(resource);
    made.set(resource.name, known);
    return known;
  };
  return { of };
}

/** Removes the times that only the server writes: a scheduled job may run between two reads. */
export function withoutServerTimes({ fields }: AnyResource, record: Values): Values {
  const isServerTime = (field: Field | undefined) => field?.kind === 'time' && field.write === 'never';
  return Object.fromEntries(Object.entries(record).filter(([name]) => !isServerTime(fields[name])));
}

/** Returns the submitted values that can be read back. */
export function readable({ fields }: AnyResource, values: Values): Values {
  const stored = Object.entries(values).filter(
    ([name]) => fields[name]?.kind !== 'secret' && fields[name]?.read !== 'never',
  );
  return Object.fromEntries(stored);
}
