import { ApiError } from '@gantry/core';
import type { Reader } from '../../platform/store/database.ts';
import { type Price, toPrice } from './price.ts';

/** What a model of the catalogue charges now. Refuses one that is not there, or that is not offered. */
export async function getCurrentPrice(read: Reader, modelId: number): Promise<Price> {
  const row = await read.selectFrom('ai_models').selectAll().where('id', '=', modelId).executeTakeFirst();
  if (!row) throw new ApiError('notFound', { data: { modelId } });
  if (row.status !== 'enabled') throw new ApiError('stateConflict', { data: { state: row.status, modelId } });
  return toPrice(row);
}

/** The name of a model for records that outlive it; null when it is gone. */
export async function getModelName(read: Reader, modelId: number): Promise<string | null> {
  const row = await read.selectFrom('ai_models').select('name').where('id', '=', modelId).executeTakeFirst();
  return row ? String(row.name) : null;
}
