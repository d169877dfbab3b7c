import { getResourcePath } from '@gantry/core';
import type { Context } from '../context/context.ts';
import { openStream } from '../context/stream.ts';
import { readLines } from './text-lines.ts';

/** Every record of an entity, as its export streams them. */
export async function* readExport(context: Context, name: string): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const source = await openStream(context, getResourcePath(name, 'export'), { filters: {}, format: 'ndjson' });
  for await (const line of readLines(source)) yield JSON.parse(line);
}
