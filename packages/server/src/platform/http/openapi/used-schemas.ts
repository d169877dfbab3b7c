import type { JsonSchema } from './field-schema.ts';

/** The schemas of `all` to which a part of a document refers, directly or not. */
export function pickUsed(part: unknown, all: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const found = new Map<string, JsonSchema>();
  const queue = [part];
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    for (const [, name = ''] of JSON.stringify(next).matchAll(/#\/components\/schemas\/(\w+)/g)) {
      const schema = all[name];
      if (!schema || found.has(name)) continue;
      found.set(name, schema);
      queue.push(schema);
    }
  }
  return Object.fromEntries([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
}
