import { ApiError, fillText, type Locale, type LocalizedText } from '@gantry/core';
import type { RowOf, Tx } from '../../../platform/store/database.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';

const table = 'model_uses';
const hour = 3_600_000;

const words = {
  rate: {
    zh: '这个模型每人每小时最多用 {most} 次，请稍后再试',
    en: 'Limit reached: {most} uses of this model per user per hour. Try again later.',
  },
} as const satisfies Record<string, LocalizedText>;

export interface ModelUse {
  readonly userId: number;
  /** The platform's ID of the use. A repeated request with the same ID counts once. */
  readonly requestId: string;
  /** The language of the error. */
  readonly locale: Locale;
}

/**
 * Counts a use of a model. Throws `tooMany` with `retryAfter` in seconds when the user exceeds the hourly limit of the model in
 * any 60 minutes. A database lock serializes concurrent counts of the same user and model across all server processes; a
 * rolled-back transaction counts nothing.
 */
export async function countModelUse(
  scope: TxContext,
  model: Pick<RowOf<'ai_models'>, 'id' | 'rate_per_hour'>,
  use: ModelUse,
): Promise<void> {
  const most = model.rate_per_hour ?? 0;
  if (most === 0) return;
  const { tx, dialect, at } = scope;
  const row = { user_id: use.userId, model_id: model.id, request_id: use.requestId };
  await dialect.lock(tx, `model ${row.model_id} of ${row.user_id}`);
  const since = at - hour;
  const first = await getNthLatest(tx, row, most, since);
  if (first !== null && !(await isCounted(tx, row, since))) {
    const retryAfter = Math.max(1, Math.ceil((first + hour - at) / 1000));
    const data = { state: 'ratePerHour', modelId: row.model_id, most };
    throw new ApiError('tooMany', {
      message: fillText(words.rate, { most }, use.locale),
      data,
      retryAfter,
    });
  }
  await tx
    .insertInto(table)
    .values({ ...row, created_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'model_id', 'request_id'])
        .doUpdateSet({ created_at: at })
        .where(`${table}.created_at`, '<=', since),
    )
    .execute();
}

type CountedUse = Pick<RowOf<'model_uses'>, 'user_id' | 'model_id' | 'request_id'>;

/** Whether the use was counted within the last 60 minutes. */
export function isUseCounted(
  { tx, at }: TxContext,
  model: { readonly id: number },
  { userId, requestId }: ModelUse,
): Promise<boolean> {
  return isCounted(tx, { user_id: userId, model_id: model.id, request_id: requestId }, at - hour);
}

/** Returns the time of the nth latest use after `since`; null when there were fewer. */
async function getNthLatest(
  tx: Tx,
  { user_id, model_id }: Omit<CountedUse, 'request_id'>,
  nth: number,
  since: number,
): Promise<number | null> {
  const row = await tx
    .selectFrom(table)
    .select('created_at')
    .where('user_id', '=', user_id)
    .where('model_id', '=', model_id)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .offset(nth - 1)
    .limit(1)
    .executeTakeFirst();
  return row ? row.created_at : null;
}

async function isCounted(tx: Tx, { user_id, model_id, request_id }: CountedUse, since: number): Promise<boolean> {
  const row = await tx
    .selectFrom(table)
    .select('id')
    .where('user_id', '=', user_id)
    .where('model_id', '=', model_id)
    .where('request_id', '=', request_id)
    .where('created_at', '>', since)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes uses that are too old to count. */
export async function pruneModelUses(tx: Tx, at: number): Promise<void> {
  await tx
    .deleteFrom(table)
    .where('created_at', '<=', at - hour)
    .execute();
}
