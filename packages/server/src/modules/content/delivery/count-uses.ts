import { ApiError, type Catalogue, type ContentKind, snake, tableName } from '@gantry/core';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/store/database.ts';
import { getContentSource } from './list-content.ts';

export interface Use {
  readonly kind: ContentKind;
  readonly id: number;
  readonly uses?: number | undefined;
  readonly clicks?: number | undefined;
}

/** Adds uses to the records that there are, and answers how many were counted. No record is a newer one for it. */
export async function countUses(tx: Tx, catalogue: Catalogue, uses: readonly Use[]): Promise<number> {
  let counted = 0;
  for (const { kind, id, uses: count = 1, clicks } of uses) {
    const { resource, counts, countsClicks } = getContentSource(catalogue, kind);
    if (counts === undefined) throw new ApiError('invalid', { errors: { kind: [`${kind} are not counted`] } });
    if (clicks !== undefined && countsClicks === undefined)
      throw new ApiError('invalid', { errors: { clicks: [`clicks of ${kind} are not counted`] } });
    const { numUpdatedRows } = await tx
      .updateTable(tableName(resource.name))
      .set({ ...more(counts, count), ...(countsClicks === undefined ? {} : more(countsClicks, clicks ?? 0)) })
      .where('id', '=', id)
      .executeTakeFirst();
    if (numUpdatedRows > 0n) counted += count;
  }
  return counted;
}

function more(field: string, count: number) {
  const column = snake(field);
  return { [column]: sql`coalesce(${sql.ref(column)}, 0) + ${count}` };
}
