// Prints the types of @gantry/client, from the OpenAPI document of the service API.
import { createServiceDocument } from '../../packages/server/src/platform/http/openapi/service-document.ts';

type Schema = Readonly<Record<string, unknown>>;
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: unknown;
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
  readonly responses: { 200: { content: { 'application/json': { schema: { properties: { data: Schema } } } } } };
}
interface Document {
  readonly paths: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

const { paths, components } = createServiceDocument('0.0.0') as unknown as Document;

const quote = (value: unknown) => (typeof value === 'string' ? `'${value.replace(/['\\]/g, '\\$&')}'` : String(value));
const unionOf = (parts: readonly string[]) => [...new Set(parts)].join(' | ');

function objectType(schema: Schema): string {
  const required = (schema.required ?? []) as readonly string[];
  const own = Object.entries((schema.properties ?? {}) as Record<string, Schema>).map(([name, value]) => {
    const isRequired = required.includes(name);
    return `readonly ${/^\w+$/.test(name) ? name : quote(name)}${isRequired ? '' : '?'}: ${typeOf(value)}${isRequired ? '' : ' | undefined'}`;
  });
  if (own.length > 0) return `{ ${own.join('; ')} }`;
  const values = schema.additionalProperties;
  return `Readonly<Record<string, ${typeof values === 'object' && values !== null ? typeOf(values as Schema) : 'unknown'}>>`;
}

function typeOf(schema: Schema): string {
  if (typeof schema.$ref === 'string') return schema.$ref.split('/').at(-1) ?? 'unknown';
  if ('const' in schema) return quote(schema.const);
  if (Array.isArray(schema.enum)) return unionOf(schema.enum.map(quote));
  const choices = (schema.anyOf ?? schema.oneOf) as readonly Schema[] | undefined;
  if (choices) return unionOf(choices.map(typeOf));
  if (Array.isArray(schema.allOf)) return schema.allOf.map(typeOf).join(' & ');
  switch (schema.type) {
    case 'object':
      return objectType(schema);
    case 'array':
      return schema.items ? `readonly (${typeOf(schema.items as Schema)})[]` : 'readonly unknown[]';
    case 'integer':
    case 'number':
      return 'number';
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type;
    default:
      return 'unknown';
  }
}

const note = (text: unknown) => (typeof text === 'string' ? `/** ${text.replaceAll('*/', '* /')} */\n` : '');
const operations = Object.entries(paths).map(([path, { post }]) => ({ path, ...post }));
const types = Object.entries(components.schemas)
  .filter(([name]) => name !== 'Failure')
  .map(([name, schema]) => `${note(schema.description)}export type ${name} = ${typeOf(schema)};`);
const calls = operations.map(({ operationId, summary, requestBody, responses }) => {
  const body = typeOf(requestBody.content['application/json'].schema);
  const answer = typeOf(responses[200].content['application/json'].schema.properties.data);
  return `  /** ${summary}. */\n  readonly ${operationId}: { readonly body: ${body}; readonly answer: ${answer} };`;
});
const table = operations.map(
  ({ operationId, path, parameters }) => `  ${operationId}: { path: '${path}', writes: ${parameters !== undefined} },`,
);
process.stdout.write(`// Generated from the OpenAPI document of the service API by npm run snapshots.
${types.join('\n')}

/** Every call of the service API: its body and the \`data\` of its answer. */
export interface ServiceOperations {
${calls.join('\n')}
}

export const serviceOperations: Readonly<Record<keyof ServiceOperations, { path: string; writes: boolean }>> = {
${table.join('\n')}
};
`);
