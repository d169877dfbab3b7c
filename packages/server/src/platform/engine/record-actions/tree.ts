import { type AnyResource, snake, tableName } from '@gantry/core';
import type { Reader } from '../../store/database.ts';

/** Deepest nesting that is walked. */
const deepest = 100;

/** Is a record, or one that it lies in, the other one? A reference field of the resource to itself says what lies in what. */
export async function isInside(
  read: Reader,
  resource: AnyResource,
  parent: string,
  id: number,
  other: number,
): Promise<boolean> {
  let at: number | null = id;
  for (let depth = 0; at !== null && depth < deepest; depth += 1) {
    if (at === other) return true;
    const row: Record<string, unknown> | undefined = await read
      .selectFrom(tableName(resource.name))
      .select(snake(parent))
      .where('id', '=', at)
      .executeTakeFirst();
    const next: unknown = row?.[snake(parent)];
    at = typeof next === 'number' ? next : null;
  }
  return at !== null;
}
