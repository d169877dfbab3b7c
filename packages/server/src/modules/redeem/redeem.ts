import { ApiError, type Locale, type LocalizedText, localize } from '@gantry/core';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { RowOf } from '../../platform/store/database.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { type Asset, grant, type Operator } from '../ledger/index.ts';
import { grantPlan, type MembershipRules, type PlanGranted, type PlanSnapshot } from '../memberships/index.ts';
import { type CodeRejection, findTyped } from './code-text.ts';

/** Identifies a redemption. */
export interface RedemptionKey {
  readonly codeId: number;
  readonly userId: number;
  /** Sequence number of this user's uses of the code, from 1. */
  readonly nth: number;
}

/** The prefix of all natural keys of a redemption. */
const toKeyPrefix = ({ codeId, userId, nth }: RedemptionKey) => `redeem:${codeId}:${userId}:${nth}`;

/** The key under which credits of an asset are posted. */
export const getCreditsKey = (one: RedemptionKey, asset: Asset) => `${toKeyPrefix(one)}:${asset}`;

/** The key under which the membership is granted. */
export const getMembershipKey = (one: RedemptionKey) => `${toKeyPrefix(one)}:vip`;

/** The key under which the gifts of that membership are posted. */
export const getGiftKey = (one: RedemptionKey, asset: Asset) => `${getMembershipKey(one)}:gift:${asset}`;

/** The key under which credits of an asset are reclaimed. */
export const getReversalKey = (one: RedemptionKey, asset: Asset) => `reversal:${getCreditsKey(one, asset)}`;

/** Why a code cannot be redeemed; shown to the user. */
export type RedeemRejection =
  | CodeRejection
  | 'unknown'
  | 'used'
  | 'voided'
  | 'expired'
  | 'tooEarly'
  | 'personLimit'
  | 'user';

const rejections: Readonly<Record<RedeemRejection, LocalizedText>> = {
  lookAlike: {
    zh: '兑换码里没有 0、O、1、I、L，请核对这些字符',
    en: 'Codes never contain 0, O, 1, I, or L. Check those characters.',
  },
  length: { zh: '兑换码不完整，或含有别的字符', en: 'The code is incomplete or contains invalid characters.' },
  check: { zh: '兑换码有误，请核对后重新输入', en: 'This code is invalid. Check it and try again.' },
  unknown: { zh: '兑换码不存在', en: 'Code not found.' },
  used: { zh: '兑换码已被使用', en: 'This code has already been used.' },
  voided: { zh: '兑换码已作废', en: 'This code is void.' },
  expired: { zh: '兑换码已过期', en: 'This code has expired.' },
  tooEarly: { zh: '兑换码尚未生效', en: 'This code is not valid yet.' },
  personLimit: { zh: '您已达到此兑换码的使用上限', en: 'You have reached the usage limit for this code.' },
  user: { zh: '该用户不能兑换', en: 'This user cannot redeem codes.' },
};

/** Creates a field error for a code in the caller's language; `data.reason` is for programs. */
export function createCodeError(reason: RedeemRejection, locale: Locale): ApiError {
  return new ApiError('invalid', { errors: { code: [localize(rejections[reason], locale)] }, data: { reason } });
}

export interface RedeemRequest {
  readonly userId: number;
  readonly code: string;
  readonly ip: string | null;
  readonly operator: Operator;
  readonly locale: Locale;
  /** How a membership is granted, for codes that grant one. */
  readonly rules: MembershipRules;
}

export interface Redeemed {
  readonly grants: readonly { readonly asset: Asset; readonly amount: number; readonly balance: number }[];
  readonly membership: Omit<PlanGranted, 'lots'> | null;
  readonly batchId: number;
  readonly codeId: number;
}

const dayMs = 86_400_000;

/** Returns why this code cannot be redeemed now, or null. */
function findRejection(
  code: RowOf<'redeem_codes'>,
  batch: RowOf<'redeem_batches'>,
  at: number,
): RedeemRejection | null {
  if (code.status === 'voided' || batch.status === 'voided') return 'voided';
  if (Number(code.used_count) >= Number(code.max_uses)) return 'used';
  if (code.expires_at !== null && code.expires_at <= at) return 'expired';
  return batch.valid_from !== null && batch.valid_from > at ? 'tooEarly' : null;
}

async function countUses({ tx }: TxContext, codeId: number, userId: number): Promise<number> {
  const row = await tx
    .selectFrom('redemptions')
    .select(({ fn }) => fn.countAll<number>().as('uses'))
    .where('code_id', '=', codeId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return row.uses;
}

/** Redeems a code, at most as often as allowed, also with concurrent calls. Throws to reject. */
export async function redeem(scope: TxContext, keyring: Keyring, request: RedeemRequest): Promise<Redeemed> {
  const outcome = await tryRedeem(scope, keyring, request);
  if ('rejection' in outcome) throw createCodeError(outcome.rejection, request.locale);
  return outcome;
}

/** Like `redeem`, but returns why a code cannot be redeemed; nothing is written then. */
export async function tryRedeem(
  scope: TxContext,
  keyring: Keyring,
  request: RedeemRequest,
): Promise<Redeemed | { readonly rejection: RedeemRejection }> {
  const { tx, at } = scope;
  const reject = (rejection: RedeemRejection) => ({ rejection });
  const found = await findTyped({ ...scope, lock: true }, keyring, request.code);
  if ('rejection' in found) return found;
  const { row: code, batch } = found;
  const rejection = findRejection(code, batch, at);
  if (rejection) return reject(rejection);
  const user = await tx.selectFrom('users').select('status').where('id', '=', request.userId).executeTakeFirst();
  if (user?.status !== 'active') return reject('user');
  const uses = await countUses(scope, code.id, request.userId);
  if (uses >= Number(batch.per_user_limit)) return reject('personLimit');
  await markUsed(scope, code);
  return give(scope, code, batch, uses + 1, request);
}

async function markUsed({ tx, at }: TxContext, code: RowOf<'redeem_codes'>): Promise<void> {
  const usedCount = Number(code.used_count) + 1;
  const status = usedCount >= Number(code.max_uses) ? 'used' : 'partlyUsed';
  await tx
    .updateTable('redeem_codes')
    .set({ used_count: usedCount, used_at: at, status, updated_at: at, version: code.version + 1 })
    .where('id', '=', code.id)
    .execute();
}

/**
 * Grants the plan of the batch as it was when the codes were created; if the batch sets its own days, without the plan's gifts.
 */
async function giveMembership(
  scope: TxContext,
  codeId: number,
  batch: RowOf<'redeem_batches'>,
  nth: number,
  { userId, operator, rules }: RedeemRequest,
): Promise<Redeemed['membership']> {
  if (typeof batch.vip_snapshot !== 'string') return null;
  const days = batch.vip_days;
  const key = getMembershipKey({ codeId, userId, nth });
  const given = await grantPlan(scope, rules, {
    userId,
    plan: JSON.parse(batch.vip_snapshot) as PlanSnapshot,
    days,
    withoutGifts: days !== null,
    source: 'redeem',
    sourceId: codeId,
    operator,
    key,
    causeId: String(codeId),
  });
  if (!given) throw new Error('a redemption gave its membership before it was made');
  const { lots: _gifts, ...membership } = given;
  return membership;
}

async function give(
  scope: TxContext,
  code: RowOf<'redeem_codes'>,
  batch: RowOf<'redeem_batches'>,
  nth: number,
  request: RedeemRequest,
): Promise<Redeemed> {
  const { tx, at } = scope;
  const codeId = code.id;
  const batchId = batch.id;
  const days = Number(batch.credit_days);
  const lot = { source: 'redeem', sourceId: codeId, expiresAt: days > 0 ? at + days * dayMs : null } as const;
  const grants: Redeemed['grants'][number][] = [];
  for (const asset of ['coin', 'compute'] as const) {
    const amount = Number(batch[asset]);
    if (amount <= 0) continue;
    const transactionId = getCreditsKey({ codeId, userId: request.userId, nth }, asset);
    const cause = { transactionId, cause: 'redeem', causeId: String(codeId), operator: request.operator } as const;
    const given = await grant(scope, { userId: request.userId, asset, amount, lot }, cause);
    if (!given) throw new Error('a redemption was posted before it was made');
    grants.push({ asset, amount, balance: given.wallet.balance });
  }
  const membership = await giveMembership(scope, codeId, batch, nth, request);
  const credits = grants.map(({ asset, amount }) => ({ asset, amount }));
  const written = JSON.stringify(membership ? [...credits, { asset: 'vip', amount: 1 }] : credits);
  const row = {
    code_id: codeId,
    batch_id: batchId,
    user_id: request.userId,
    nth,
    grants: written,
    ip: request.ip,
    ...{ reclaimed_coin: null, reclaimed_compute: null, reclaimed_days: null },
    ...{ lost_coin: null, lost_compute: null, lost_days: null },
    ...({ status: 'granted', version: 1, created_at: at, updated_at: at } as const),
  } as const;
  await tx.insertInto('redemptions').values(row).execute();
  await tx
    .updateTable('redeem_batches')
    .set((update) => ({ used: update('used', '+', 1) }))
    .where('id', '=', batchId)
    .execute();
  return { grants, membership, batchId, codeId };
}
