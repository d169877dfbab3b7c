import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { firstAdmin, type RunningServer, startServer } from './server-process.ts';

type Schema = Readonly<Record<string, unknown>>;
interface Operation {
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly example: Schema } } };
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: Schema }>> }>
  >;
  readonly 'x-gantry-read-only': boolean;
}
interface Document {
  readonly paths: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const typeOf = (value: unknown) => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
};

/** Returns where a value differs from a schema, for the parts of JSON Schema that the documents use. */
function differences(schema: Schema, value: unknown, schemas: Document['components']['schemas'], at = ''): string[] {
  if (typeof schema.$ref === 'string')
    return differences(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, value, schemas, at);
  const choices = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  if (choices) {
    const found = choices.map((choice) => differences(choice, value, schemas, at));
    return found.some((one) => one.length === 0) ? [] : (found[0] ?? []);
  }
  const parts = (schema.allOf ?? []) as readonly Schema[];
  const found = parts.flatMap((part) => differences(part, value, schemas, at));
  if ('const' in schema && schema.const !== value) found.push(`${at}: ${String(value)} is not ${String(schema.const)}`);
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) found.push(`${at}: ${String(value)} is no option`);
  const type = typeOf(value);
  const wanted = [schema.type ?? []].flat();
  if (wanted.length > 0 && !wanted.includes(type) && !(type === 'integer' && wanted.includes('number')))
    found.push(`${at}: ${type} is not ${wanted.join(' or ')}`);
  if (type === 'array' && schema.items)
    return [
      ...found,
      ...(value as unknown[]).flatMap((one) => differences(schema.items as Schema, one, schemas, `${at}[]`)),
    ];
  return type === 'object' ? [...found, ...memberDifferences(schema, value as Schema, schemas, at)] : found;
}

function memberDifferences(
  schema: Schema,
  value: Schema,
  schemas: Document['components']['schemas'],
  at: string,
): string[] {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
  const missing = ((schema.required ?? []) as readonly string[]).filter((name) => !(name in value));
  const own = Object.entries(value).flatMap(([name, one]) => {
    const property = properties[name];
    if (property) return differences(property, one, schemas, `${at}.${name}`);
    return schema.additionalProperties === false ? [`${at}.${name} is not described`] : [];
  });
  return [...missing.map((name) => `${at}.${name} is missing`), ...own];
}

describe('responses of a server', () => {
  let server: RunningServer;
  let token: string;
  let document: Document;
  beforeAll(async () => {
    server = await startServer();
    token = await server.firstAdmin();
    await server.call('/step-up', { password: firstAdmin.password }, { token });
    document = (await (await fetch(`${server.url}/openapi.json`)).json()) as Document;
  });
  afterAll(() => server.stop());

  const check = async (path: string, body: unknown): Promise<string[]> => {
    const schema = document.paths[path]?.post.responses[200]?.content['application/json']?.schema;
    const answer = await server.insist(path, body, { token });
    if (schema === undefined || answer.code !== 20000) return [];
    return differences(schema, JSON.parse(answer.text), document.components.schemas, path);
  };
  const getPaths = (verb: string) => Object.keys(document.paths).filter((path) => path.endsWith(`/${verb}`));

  it('match the document for records created from its examples, and for their lists', async () => {
    const found: string[] = [];
    let created = 0;
    for (const path of getPaths('create')) {
      const { example } = document.paths[path]?.post.requestBody.content['application/json'] ?? {};
      const answer = await server.insist(path, example, { token });
      if (answer.code === 20000) created += 1;
      const home = path.slice(0, -'/create'.length);
      if (answer.code === 20000 && document.paths[`${home}/get`])
        found.push(...(await check(`${home}/get`, { id: answer.data.id })));
    }
    for (const path of getPaths('list')) found.push(...(await check(path, {})));
    expect(found).toEqual([]);
    expect(created).toBeGreaterThan(15);
  });

  it('match the document for every read-only call', async () => {
    const reading = Object.entries(document.paths).filter(([, { post }]) => post['x-gantry-read-only']);
    const found: string[] = [];
    for (const [path, { post }] of reading)
      if (post.responses[200]?.content['application/json'])
        found.push(...(await check(path, post.requestBody.content['application/json'].example)));
    expect(found).toEqual([]);
  });

  it('match the document for sessions, messages and saved views', async () => {
    const found: string[] = [];
    const checkDone = async (path: string, body: Schema = {}) => {
      const answer = await server.insist(path, body, { token });
      expect([path, answer.code]).toEqual([path, 20000]);
      const schema = document.paths[path]?.post.responses[200]?.content['application/json']?.schema ?? {};
      found.push(...differences(schema, JSON.parse(answer.text), document.components.schemas, path));
      return answer.data;
    };
    for (const path of [
      '/verify-codes/captcha',
      '/setup/state',
      '/session/list',
      '/access-token/list',
      '/message/read',
    ])
      await checkDone(path);
    await checkDone('/workplace/headlines');
    await checkDone('/profile/update', { name: 'Root' });
    const { id, version } = await checkDone('/view/create', { resource: 'order', name: 'Mine', query: {} });
    await checkDone('/view/default', { resource: 'order', id });
    const changed = await checkDone('/view/update', { id, version, name: 'Ours' });
    const shared = await checkDone('/view/share', { id, version: changed.version, audience: 'everyone' });
    await checkDone('/view/delete', { id, version: shared.version });
    await checkDone('/view/restore', { id });
    await checkDone('/logout');
    expect(found).toEqual([]);
  });
});
