import { ApiError, batchChunk, type Filters } from '@gantry/core';
import type { Caller, Services } from '../../context/context.ts';
import { countAll, openList, readIds } from '../../store/query/list-rows.ts';
import type { BatchBody } from '../bulk-bodies.ts';
import type { Plan } from '../engine.ts';
import { readRequest } from '../list.ts';

/** The records that one call works on, and where the next one goes on. */
export interface Selected {
  readonly ids: readonly number[];
  readonly next: number | null;
  /** Records of the whole selection. */
  readonly total: number;
}

/** Cuts a chunk off the selection, in the order of ids. */
export async function selectChunk(services: Services, plan: Plan, body: BatchBody, caller: Caller): Promise<Selected> {
  const size = Math.min(body.limit ?? batchChunk, batchChunk);
  const after = body.after ?? 0;
  const except = new Set(body.except ?? []);
  if ((body.ids === undefined) === (body.filters === undefined)) {
    throw new ApiError('invalid', { errors: { ids: [caller.t('validation.required', { field: 'ids' })] } });
  }
  if (body.ids) {
    const all = [...new Set(body.ids)].filter((id) => !except.has(id)).sort((a, b) => a - b);
    return chunkOf(all.filter((id) => id > after).slice(0, size + 1), size, all.length);
  }
  const requested = readRequest(plan, { filters: body.filters as Filters, keyword: body.keyword }, caller);
  const source = await openList(services.database, plan.resource, requested);
  const found = await readIds(source, after, size + 1 + except.size);
  const total = (await countAll(source)) - except.size;
  return chunkOf(found.filter((id) => !except.has(id)).slice(0, size + 1), size, Math.max(total, 0));
}

function chunkOf(found: readonly number[], size: number, total: number): Selected {
  const ids = found.slice(0, size);
  return { ids, next: found.length > size ? (ids.at(-1) ?? null) : null, total };
}
