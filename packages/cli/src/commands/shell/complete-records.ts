import { type AnyResource, getResourcePath, type ListAnswer } from '@gantry/core';
import type { Context } from '../../context/context.ts';
import type { DataRecord } from '../../output/print.ts';

const maxShown = 20;

/** How long completion waits for the server, in seconds. */
const timeout = 2;

/** Whether a shell accepts a title as one word. */
const isOneWord = (title: unknown): title is string => typeof title === 'string' && /^[\p{L}\p{N}._@-]+$/u.test(title);

/**
 * Completes records: by name when it is one word, with the id as a description, else by id. Empty without a session, or when
 * the server does not respond in time.
 */
export async function completeRecords(typed: string, resource: AnyResource, context: Context): Promise<string[]> {
  if (!resource.access.list) return [];
  context.setOptions({ ...context.options(), timeout, maxWait: 0 });
  const isNumber = /^\d+$/.test(typed);
  const body = { pageSize: maxShown, filters: {}, ...(typed === '' || isNumber ? {} : { keyword: typed }) };
  try {
    const client = await context.client();
    const { items } = await client.call<ListAnswer<DataRecord>>(getResourcePath(resource.name, 'list'), body);
    return items.map(({ id, [resource.title]: title }) =>
      isOneWord(title) && !isNumber ? `${title}\t#${String(id)}` : `${String(id)}\t${String(title ?? '')}`,
    );
  } catch {
    return [];
  }
}
