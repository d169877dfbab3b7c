import { ApiError } from '@gantry/core';
import type { Reader, Row } from '../../platform/store/database.ts';
import type { LotShare } from './lots.ts';
import type { Asset, TxContext } from './posting.ts';
import type { UseRate } from './use-rate.ts';

/** A hold as stored. */
export interface StoredHold {
  readonly id: number;
  readonly no: string;
  readonly userId: number;
  readonly asset: Asset;
  readonly capability: string;
  /** Of the model that it is for; empty for none. */
  readonly modelGroup: string;
  readonly requestId: string;
  /** What the request is about, where its id could be given for something else; null where it says it all. */
  readonly subject: string | null;
  /** Points set aside, those that a quota covers among them. */
  readonly amount: number;
  /** The price that they are of, before the rate. */
  readonly listAmount: number;
  /** What is charged of a price; a capture goes by it too. */
  readonly rate: UseRate;
  /** What of it a quota covers; once captured, what it paid. */
  readonly quotaAmount: number;
  readonly capturedAmount: number;
  readonly writtenOff: number;
  readonly status: string;
  readonly expiresAt: number;
  /** When its points were set aside: a hold that expired and was placed again counts from then. UTC ms. */
  readonly heldAt: number;
  /** What it took of each lot. */
  readonly lots: readonly LotShare[];
}

export function toHold(row: Row): StoredHold {
  return {
    id: Number(row.id),
    no: String(row.no),
    userId: Number(row.user_id),
    asset: row.asset === 'power' ? 'power' : 'coin',
    capability: String(row.capability),
    modelGroup: String(row.model_group),
    requestId: String(row.request_id),
    subject: row.subject === null || row.subject === undefined ? null : String(row.subject),
    amount: Number(row.amount),
    listAmount: Number(row.list_amount),
    rate: { rateMultiplier: Number(row.rate_multiplier), leastCharge: Number(row.least_charge) },
    quotaAmount: Number(row.quota_amount),
    capturedAmount: Number(row.captured_amount),
    writtenOff: Number(row.written_off),
    status: String(row.status),
    expiresAt: Number(row.expires_at),
    heldAt: Number(row.held_at),
    lots: JSON.parse(String(row.lots)) as LotShare[],
  };
}

/** A hold that is there, whatever its state; an unknown one is refused. */
export async function holdNamed({ tx }: TxContext, no: string): Promise<StoredHold> {
  const row = await tx.selectFrom('holds').selectAll().where('no', '=', no).executeTakeFirst();
  if (!row) throw new ApiError('notFound', { data: { holdNo: no } });
  return toHold(row);
}

/** Whether a use can still be charged to a hold: one that expired is charged to what is free. */
export const isCapturable = ({ status }: Pick<StoredHold, 'status'>) => status === 'held' || status === 'expired';

/** Brings an open hold, or one that expired, to its end; null when it is at one already: of two, one finds it so. */
export async function endHold(
  { tx, at }: TxContext,
  no: string,
  status: 'captured' | 'released' | 'expired',
  cells: Row = {},
  from: 'held' | 'expired' = 'held',
): Promise<StoredHold | null> {
  const row = await tx
    .updateTable('holds')
    .set((old) => ({ ...cells, status, settled_at: at, updated_at: at, version: old('version', '+', 1) }))
    .where('no', '=', no)
    .where('status', '=', from)
    .returningAll()
    .executeTakeFirst();
  return row ? toHold(row) : null;
}

/** How the requests of holds begin that indexing makes for itself. */
export const indexingPrefix = 'know:';

/**
 * How many uses of somebody are open: holds that neither ended nor ran out. What is held while a document of their base is indexed
 * is none: when that happens is not for them to say, and it would keep them from everything else.
 */
export async function openUses(read: { readonly tx: Reader; readonly at: number }, userId: number): Promise<number> {
  return (await openUsesOfEach(read, [userId])).get(userId) ?? 0;
}

/** The same of some people, at least one; those who have none are not in it. */
export async function openUsesOfEach(
  { tx, at }: { readonly tx: Reader; readonly at: number },
  userIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await tx
    .selectFrom('holds')
    .select(({ fn }) => ['user_id', fn.countAll().as('open')])
    .where('user_id', 'in', [...userIds])
    .where('status', '=', 'held')
    .where('expires_at', '>', at)
    .where((eb) => eb.not(eb.and([eb('capability', '=', 'know'), eb('request_id', 'like', `${indexingPrefix}%`)])))
    .groupBy('user_id')
    .execute();
  return new Map(rows.map((row) => [Number(row.user_id), Number(row.open)]));
}
