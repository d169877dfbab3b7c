import { type ExpressionBuilder, sql } from 'kysely';
import type { Tables } from '../../platform/store/database.ts';
import { prepareQuery, prepareWrite, type SlotOf, type Write } from '../../platform/store/prepared-query.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import type { LockedWallet } from './posting.ts';

/** A lot that can be spent. `free` is the credits that no hold has taken. */
export interface OpenLot {
  readonly id: number;
  readonly free: number;
}

/** An amount of credits from one lot. */
export interface LotShare {
  readonly lotId: number;
  readonly amount: number;
}

/** The columns of a lot that decide whether and for what it can be spent. */
interface LotRow {
  readonly id: number;
  readonly remaining: number;
  readonly held: number;
  readonly capabilities: unknown;
}

/** SQL condition: the lot `l` can be spent at the time `at`. */
export const isOpen = (where: ExpressionBuilder<{ l: Tables['credit_lots'] }, 'l'>, at: never) =>
  where.and([
    sql<boolean>`l.remaining > l.held`,
    // Credits of an order with a disputed payment cannot be spent until the dispute is decided.
    where('l.frozen_at', 'is', null),
    where.or([where('l.expires_at', 'is', null), where('l.expires_at', '>', at)]),
  ]);

/** Spending order of the lots `l`: the earliest expiry first, then the oldest lot. */
export const spendingOrder = sql`case when l.expires_at is null then 1 else 0 end, l.expires_at, l.id`;

const selectOpen = prepareQuery((on, slot: SlotOf<'wallet' | 'at'>) =>
  on
    .selectFrom('credit_lots as l')
    .select(['l.id', 'l.remaining', 'l.held', 'l.capabilities'])
    .where('l.wallet_id', '=', slot('wallet'))
    .where((where) => isOpen(where, slot('at')))
    .orderBy(spendingOrder),
);

/** Returns the lots that can be spent now, in spending order. Without a capability, lots limited to capabilities are excluded. */
export async function openLots({ tx, at }: TxContext, walletId: number, capability: string | null): Promise<OpenLot[]> {
  return toOpenLots((await selectOpen(tx, { wallet: walletId, at })).rows, capability);
}

/** Returns the open lots that can pay for a capability. */
export const toOpenLots = (rows: readonly LotRow[], capability: string | null): OpenLot[] =>
  rows
    .filter((row) => canPayFor(row.capabilities, capability))
    .map((row) => ({ id: row.id, free: row.remaining - row.held }));

/** Whether a lot can pay for a capability. A lot without a list of capabilities can pay for all. */
function canPayFor(written: unknown, capability: string | null): boolean {
  if (typeof written !== 'string') return true;
  const list: unknown = JSON.parse(written);
  return capability !== null && Array.isArray(list) && list.includes(capability);
}

/** Splits an amount over lots in the given order. `short` is the part that the lots cannot cover. */
export function splitOverLots(lots: readonly OpenLot[], amount: number): { shares: LotShare[]; short: number } {
  const shares: LotShare[] = [];
  let left = amount;
  for (const { id, free } of lots) {
    const taken = Math.min(left, free);
    if (taken > 0) shares.push({ lotId: id, amount: taken });
    left -= taken;
  }
  return { shares, short: left };
}

export interface NewLot {
  readonly source: 'order' | 'redeem' | 'sign' | 'invite' | 'admin' | 'gift' | 'refundReturn';
  readonly sourceId: number | null;
  readonly amount: number;
  /** Credits left after a debt was paid from the lot. */
  readonly remaining: number;
  /** UTC ms; null when the lot never expires. */
  readonly expiresAt: number | null;
  /** The capabilities that the lot may be spent on; all when null or empty. */
  readonly capabilities?: readonly string[] | null;
}

export async function addLot({ tx, at }: TxContext, wallet: LockedWallet, lot: NewLot): Promise<number> {
  const { capabilities } = lot;
  const row = await tx
    .insertInto('credit_lots')
    .values({
      user_id: wallet.userId,
      wallet_id: wallet.id,
      asset: wallet.asset,
      source: lot.source,
      source_id: lot.sourceId,
      amount: lot.amount,
      remaining: lot.remaining,
      held: 0,
      expires_at: lot.expiresAt,
      capabilities: capabilities && capabilities.length > 0 ? JSON.stringify(capabilities) : null,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Changes the remaining and held credits of a lot by signed amounts. The database rejects values out of range. */
export async function changeLot({ tx }: TxContext, lotId: number, change: LotChange): Promise<void> {
  const { prepared, values } = planLotChange(lotId, change);
  await prepared.run(tx, values);
}

interface LotChange {
  readonly remaining?: number;
  readonly held?: number;
}

const moveLot = prepareWrite((on, slot: SlotOf<'remaining' | 'held' | 'id'>) =>
  on
    .updateTable('credit_lots')
    .set((row) => ({ remaining: row('remaining', '+', slot('remaining')), held: row('held', '+', slot('held')) }))
    .where('id', '=', slot('id')),
);

/** Prepares the write of `changeLot` without running it. */
export const planLotChange = (lotId: number, { remaining = 0, held = 0 }: LotChange): Write =>
  moveLot({ remaining, held, id: lotId });
