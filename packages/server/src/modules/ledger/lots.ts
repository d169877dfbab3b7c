import { type ExpressionBuilder, sql } from 'kysely';
import type { Tables } from '../../platform/store/database.ts';
import { prepareQuery, prepareWrite, type SlotOf, type Write } from '../../platform/store/prepared-query.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import type { LockedWallet } from './posting.ts';

/** A lot that can be spent from: `free` is what no hold has taken. */
export interface OpenLot {
  readonly id: number;
  readonly free: number;
}

/** So much of a lot. */
export interface LotShare {
  readonly lotId: number;
  readonly amount: number;
}

/** What of a lot says whether and how it is spent. */
interface LotRow {
  readonly id: number;
  readonly remaining: number;
  readonly held: number;
  readonly capabilities: unknown;
}

/** Whether the lot `l` can be spent from at a time. */
export const isOpen = (where: ExpressionBuilder<{ l: Tables['credit_lots'] }, 'l'>, at: never) =>
  where.and([
    sql<boolean>`l.remaining > l.held`,
    // What came of an order whose payment is disputed is not spent until that is decided.
    where('l.frozen_at', 'is', null),
    where.or([where('l.expires_at', 'is', null), where('l.expires_at', '>', at)]),
  ]);

/** The order of spending of the lots `l`: what expires first, then what came first. */
export const spendingOrder = sql`case when l.expires_at is null then 1 else 0 end, l.expires_at, l.id`;

const selectOpen = prepareQuery((on, slot: SlotOf<'wallet' | 'at'>) =>
  on
    .selectFrom('credit_lots as l')
    .select(['l.id', 'l.remaining', 'l.held', 'l.capabilities'])
    .where('l.wallet_id', '=', slot('wallet'))
    .where((where) => isOpen(where, slot('at')))
    .orderBy(spendingOrder),
);

/** Lots that may be spent now, in the order of spending. For no capability, those that are limited to some are left out. */
export async function openLots({ tx, at }: TxContext, walletId: number, capability: string | null): Promise<OpenLot[]> {
  return toOpenLots((await selectOpen(tx, { wallet: walletId, at })).rows, capability);
}

/** Those of some open lots that serve a capability. */
export const toOpenLots = (rows: readonly LotRow[], capability: string | null): OpenLot[] =>
  rows
    .filter((row) => serves(row.capabilities, capability))
    .map((row) => ({ id: row.id, free: row.remaining - row.held }));

/** A lot that is limited to capabilities serves only those; one that is not serves all. */
function serves(written: unknown, capability: string | null): boolean {
  if (typeof written !== 'string') return true;
  const list: unknown = JSON.parse(written);
  return capability !== null && Array.isArray(list) && list.includes(capability);
}

/** Splits an amount over lots in their order; `short` is what they do not have. */
export function splitOver(lots: readonly OpenLot[], amount: number): { shares: LotShare[]; short: number } {
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
  /** What is left after a debt was paid from it. */
  readonly remaining: number;
  /** UTC ms; null forever. */
  readonly expiresAt: number | null;
  /** What it may be spent on; everything when there is none. */
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

/** Moves what a lot has left and what holds have of it, by signed amounts. The database rejects more than there is. */
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

/** The same as a write that has not run. */
export const planLotChange = (lotId: number, { remaining = 0, held = 0 }: LotChange): Write =>
  moveLot({ remaining, held, id: lotId });
