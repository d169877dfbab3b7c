import { ApiError } from '@gantry/core';
import type { Row } from '../../platform/store/database.ts';
import type { Asset, LockedWallet, TxContext } from './posting.ts';

function walletOf(row: Row, owner: LockedOwner): LockedWallet {
  return {
    id: Number(row.id),
    userId: Number(row.user_id),
    ownerStatus: owner.status,
    ownerLevel: owner.vipLevel,
    asset: row.asset === 'power' ? 'power' : 'coin',
    balance: Number(row.balance),
    held: Number(row.held),
    debt: Number(row.debt),
    lastSeq: Number(row.last_seq),
  };
}

/** A person whose credits and memberships are nobody else's to move. */
export interface LockedOwner {
  readonly status: string;
  /** The level of the membership that is active; 0 for none. */
  readonly vipLevel: number;
}

/**
 * Holds a person against everybody else who would move their credits, until the transaction ends. Whatever is moved, the person
 * comes first: with one order of locks nobody waits in a circle.
 */
export async function lockOwner({ tx, dialect }: TxContext, userId: number): Promise<LockedOwner> {
  const query = tx.selectFrom('users').select(['status', 'vip_level']).where('id', '=', userId);
  const row = await (dialect.kind === 'postgres' ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!row) throw new ApiError('notFound', { data: { userId } });
  return { status: String(row.status), vipLevel: Number(row.vip_level) };
}

/** A person's wallet, made when there is none yet, nobody else's until the transaction ends. An unknown person is refused. */
export async function lockWallet(scope: TxContext, userId: number, asset: Asset): Promise<LockedWallet> {
  const owner = await lockOwner(scope, userId);
  const { tx, at } = scope;
  const found = await tx
    .selectFrom('wallets')
    .selectAll()
    .where('user_id', '=', userId)
    .where('asset', '=', asset)
    .executeTakeFirst();
  if (found) return walletOf(found, owner);
  const empty = { balance: 0, held: 0, debt: 0, last_seq: 0 };
  const made = await tx
    .insertInto('wallets')
    .values({ user_id: userId, asset, ...empty, changed_at: at, created_at: at })
    .returningAll()
    .executeTakeFirstOrThrow();
  return walletOf(made, owner);
}

/** Writes what is held and owed of a wallet, beside its balance. */
export async function writeWallet({ tx, at }: TxContext, { id, held, debt }: LockedWallet): Promise<void> {
  await tx.updateTable('wallets').set({ held, debt, changed_at: at }).where('id', '=', id).execute();
}
