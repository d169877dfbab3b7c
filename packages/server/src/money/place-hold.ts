import { randomBytes } from 'node:crypto';
import { Fault } from '@gantry/core';
import { holdOf, type StoredHold } from './hold-rows.ts';
import { assertAmount, insufficient } from './insufficient.ts';
import { changeLot, type LotShare, openLots, splitOver } from './lots.ts';
import type { Asset, LockedWallet, MoneyScope } from './posting.ts';
import { type Admitted, keepTakes, type QuotaCover, type QuotaShare, sumOf } from './quota-takes.ts';
import { chargeOf, type UseRate, wholePrice } from './use-rate.ts';
import { lockWallet, writeWallet } from './wallet.ts';

export interface HoldRequest {
  readonly userId: number;
  /** The platform's id of the use; asking again with it gives the same hold. */
  readonly requestId: string;
  /** What it is about; the same id for another subject is refused. Of the id alone when left out. */
  readonly subject?: string;
  readonly capability: string;
  readonly asset: Asset;
  /** The price, positive points: what is set aside of it goes by the person's rate. */
  readonly amount: number;
  /** How long it stands, in ms. */
  readonly ttlMs: number;
  /** What says how it is charged and pays before credits do; the whole price, and nothing, when left out. */
  readonly cover?: QuotaCover;
}

const uncovered: Admitted = { ...wholePrice, modelGroup: '' };

/**
 * Sets points aside for a use. Refuses what is not there, so that however many ask at once, they never take more than the
 * balance between them; and anybody who is not active, or in debt.
 */
export async function placeHold(scope: MoneyScope, request: HoldRequest): Promise<StoredHold> {
  assertAmount(request.amount);
  const wallet = await lockWallet(scope, request.userId, request.asset);
  const earlier = await sameRequest(scope, request);
  if (earlier) return earlier;
  if (wallet.ownerStatus !== 'active') throw new Fault('stateConflict', { data: { state: wallet.ownerStatus } });
  if (wallet.debt > 0) throw insufficient(0, request.amount);
  const { userId, requestId, cover } = request;
  const terms = cover ? await cover.admit(scope, userId, requestId, wallet.ownerLevel) : uncovered;
  const { modelGroup, ...rate } = terms;
  const amount = chargeOf(rate, request.amount);
  const covered = await coveredOf(scope, wallet, { ...request, amount }, modelGroup);
  const points = amount - sumOf(covered);
  const lots = points > 0 ? await openLots(scope, wallet.id, request.capability) : [];
  const { shares, short } = splitOver(lots, points);
  if (short > 0) throw insufficient(amount - short, amount);
  for (const { lotId, amount } of shares) await changeLot(scope, lotId, { held: amount });
  if (points > 0) await writeWallet(scope, { ...wallet, held: wallet.held + points });
  const hold = await insertHold(scope, wallet, request, { amount, rate, modelGroup, shares });
  await keepTakes(scope, hold.id, covered);
  return hold;
}

async function coveredOf(
  scope: MoneyScope,
  wallet: LockedWallet,
  { userId, capability, amount, cover }: HoldRequest,
  modelGroup: string,
): Promise<readonly QuotaShare[]> {
  return cover && wallet.ownerLevel > 0 ? cover.take(scope, userId, { capability, modelGroup }, amount) : [];
}

async function sameRequest({ tx }: MoneyScope, request: HoldRequest): Promise<StoredHold | null> {
  const row = await tx
    .selectFrom('holds')
    .selectAll()
    .where('user_id', '=', request.userId)
    .where('request_id', '=', request.requestId)
    .executeTakeFirst();
  if (!row) return null;
  const hold = holdOf(row);
  const { amount, asset, capability, subject = hold.subject } = request;
  const isSame = hold.asset === asset && hold.capability === capability && hold.subject === subject;
  if (isSame && hold.listAmount === amount) return hold;
  throw new Fault('keyReused', { data: { requestId: request.requestId } });
}

interface HoldTerms {
  readonly amount: number;
  readonly rate: UseRate;
  readonly modelGroup: string;
  readonly shares: readonly LotShare[];
}

async function insertHold(
  { tx, at }: MoneyScope,
  wallet: LockedWallet,
  request: HoldRequest,
  { amount, rate, modelGroup, shares }: HoldTerms,
): Promise<StoredHold> {
  const row = {
    no: `H${randomBytes(12).toString('hex')}`,
    user_id: request.userId,
    wallet_id: wallet.id,
    asset: request.asset,
    capability: request.capability,
    model_group: modelGroup,
    request_id: request.requestId,
    subject: request.subject ?? null,
    amount,
    list_amount: request.amount,
    rate_multiplier: rate.rateMultiplier,
    least_charge: rate.leastCharge,
    quota_amount: amount - sumOf(shares),
    captured_amount: 0,
    written_off: 0,
    lots: JSON.stringify(shares),
    expires_at: at + request.ttlMs,
    status: 'held',
    version: 1,
    created_at: at,
    updated_at: at,
  };
  const made = await tx.insertInto('holds').values(row).returning('id').executeTakeFirstOrThrow();
  return holdOf({ ...row, id: made.id });
}
