import type { RefundPreviewAnswer } from '@gantry/core';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { Reader, Row } from '../../platform/store/database.ts';
import { lockRows } from '../../platform/store/records.ts';
import type { DayOf } from '../ledger/day-of.ts';
import type { TxContext } from '../ledger/posting.ts';
import { type DistributionTerms, readDistributionTerms } from './distribution-terms.ts';
import { books, computeShare, earnIncome, getPayeeId, reverseIncome } from './incomes.ts';
import { lockPayee, lockPayees, type PayeeKind } from './payee.ts';
import { bySystem } from './post-payable.ts';
import { listRegionsAround } from './regions.ts';

/** An order at the moment that its payment is booked. Money is integer fen, times are UTC ms. */
export interface SharedOrder {
  readonly id: number;
  readonly no: string;
  readonly userId: number;
  readonly paid: number;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly paidAt: number;
}

/** A refund at the moment that it is final. */
export interface SharedRefund {
  readonly id: number;
  readonly refundNo: string;
  /** ISO 4217 code. */
  readonly currency: string;
  readonly paid: number;
  /** Of this order, with this refund. */
  readonly refundedInAll: number;
}

export interface ShareDeps {
  readonly settings: SettingsReader;
  readonly dayOf: DayOf;
}

const dayMs = 86_400_000;

/** The month of a day. */
export const toMonth = (day: string): string => day.slice(0, 7);

/** A payment earns commissions and a regional share, at the rates of this moment. In the payment's transaction. */
export function createPaidSharesHook({ settings, dayOf }: ShareDeps) {
  return async (scope: TxContext, order: SharedOrder): Promise<void> => {
    const terms = await readDistributionTerms(settings, scope.tx);
    const buyer = await scope.tx
      .selectFrom('users')
      .select(['id', 'inviter_id', 'region_code'])
      .where('id', '=', order.userId)
      .executeTakeFirstOrThrow();
    if (terms.commissions.enabled) await earnCommissions(scope, order, buyer, terms);
    const day = dayOf(scope.at, terms.timezone);
    if (terms.agency.enabled && buyer.region_code !== null) await earnRegional(scope, order, buyer, day);
  };
}

const shared = ({ id, no, userId, paid }: SharedOrder) => ({ orderId: id, orderNo: no, buyerId: userId, base: paid });

async function earnCommissions(
  scope: TxContext,
  order: SharedOrder,
  buyer: Row,
  { commissions: { levels, settleDays } }: DistributionTerms,
): Promise<void> {
  const inviters = await invitersOf(scope, buyer, levels);
  if (inviters.length === 0) return;
  const found = await scope.tx
    .selectFrom('distributors as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .select('d.id as id')
    .where('d.user_id', 'in', inviters)
    .where('d.status', '=', 'active')
    .where('u.status', '=', 'active')
    .execute();
  const ids = found.map(({ id }) => Number(id));
  const payees = [...(await lockPayees(scope, 'distributor', ids, order.currency)).values()];
  const settleAt = order.paidAt + settleDays * dayMs;
  for (const payee of payees) {
    if (payee.status !== 'active') continue;
    const isDirect = payee.userId === inviters[0];
    const rateBps = Number(isDirect ? payee.row.direct_bps : payee.row.indirect_bps);
    const level = isDirect ? 'direct' : 'indirect';
    await earnIncome(scope, payee, { ...shared(order), rateBps, part: level, more: { level, settleAt } });
  }
}

/** Whoever invited the buyer, then whoever invited them; nobody earns of what they buy themselves. */
async function invitersOf({ tx }: TxContext, buyer: Row, levels: number): Promise<number[]> {
  const chain: number[] = [];
  let next = buyer.inviter_id;
  while (next !== null && next !== undefined && chain.length < levels) {
    const id = Number(next);
    if (id === Number(buyer.id) || chain.includes(id)) break;
    chain.push(id);
    next = (await tx.selectFrom('users').select('inviter_id').where('id', '=', id).executeTakeFirst())?.inviter_id;
  }
  return chain;
}

/** The agent of the buyer's district, or else of their city or province, whose contract runs on the day. */
async function earnRegional(scope: TxContext, order: SharedOrder, buyer: Row, day: string): Promise<void> {
  const regionCode = String(buyer.region_code);
  const near = listRegionsAround(regionCode);
  const found = await scope.tx
    .selectFrom('regional_agents')
    .select(['id', 'region_code'])
    .where('region_code', 'in', near)
    .where('status', '=', 'active')
    .where('start_on', '<=', day)
    .where('end_on', '>=', day)
    .execute();
  const [nearest] = near.flatMap((code) => found.filter((row) => row.region_code === code));
  if (!nearest) return;
  const payee = await lockPayee(scope, 'agent', Number(nearest.id), order.currency);
  if (payee.status !== 'active') return;
  const rateBps = Number(payee.row.rate_bps);
  await earnIncome(scope, payee, {
    ...{ ...shared(order), rateBps, part: 'region' },
    more: { regionCode, month: toMonth(day) },
  });
}

/** A refund takes back of each share what it takes of the order. In the refund's transaction. */
export function createRefundedSharesHook({ settings, dayOf }: ShareDeps) {
  return async (scope: TxContext, order: SharedRefund): Promise<void> => {
    const commissions = await lockShares(scope, 'distributor', order.id);
    const incomes = await lockShares(scope, 'agent', order.id);
    await reverseAll(scope, 'distributor', commissions, order, {});
    if (incomes.length === 0) return;
    const { timezone } = await readDistributionTerms(settings, scope.tx);
    await reverseAll(scope, 'agent', incomes, order, { month: toMonth(dayOf(scope.at, timezone)) });
  };
}

async function lockShares({ tx, dialect }: TxContext, kind: PayeeKind, orderId: number): Promise<Row[]> {
  const { table, resource } = books[kind];
  const found = await tx
    .selectFrom(table)
    .select('id')
    .where('order_id', '=', orderId)
    .where('kind', '=', 'earned')
    .execute();
  return lockRows(
    tx,
    dialect,
    resource,
    found.map(({ id }) => Number(id)),
  );
}

/** What is left of a share once so much of its order has been refunded; integer fen. */
const toStoredRecord = (share: Row, { paid, refundedInAll }: Pick<SharedRefund, 'paid' | 'refundedInAll'>): number =>
  Math.min(Number(share.net), computeShare(paid - refundedInAll, Number(share.rate_bps)));

/** What a refund would take of each share that an order earned somebody. Nothing is written. */
export async function previewShares(
  { tx }: { readonly tx: Reader },
  refund: Pick<SharedRefund, 'id' | 'paid' | 'refundedInAll'>,
): Promise<RefundPreviewAnswer['shares']> {
  const preview: RefundPreviewAnswer['shares'][number][] = [];
  for (const payeeKind of ['distributor', 'agent'] as const) {
    const earned = tx.selectFrom(books[payeeKind].table).selectAll().where('order_id', '=', refund.id);
    for (const share of await earned.where('kind', '=', 'earned').orderBy('id').execute()) {
      const retainedShare = toStoredRecord(share, refund);
      const shareBack = Number(share.net) - retainedShare;
      preview.push({ payeeKind, payeeId: getPayeeId(payeeKind, share), shareBack, retainedShare });
    }
  }
  return preview;
}

async function reverseAll(
  scope: TxContext,
  kind: PayeeKind,
  shares: readonly Row[],
  { paid, refundedInAll, refundNo, currency }: SharedRefund,
  whenSettled: Readonly<Record<string, string>>,
): Promise<void> {
  const payees = await lockPayees(
    scope,
    kind,
    shares.map((share) => getPayeeId(kind, share)),
    currency,
  );
  const why = { kind: 'refund', sourceNo: refundNo, operator: bySystem, reason: null, by: null, whenSettled } as const;
  for (const share of shares) {
    const payee = payees.get(getPayeeId(kind, share));
    if (!payee) throw new Error('a share has no payee');
    const stored = toStoredRecord(share, { paid, refundedInAll });
    payees.set(payee.id, await reverseIncome(scope, payee, share, stored, why));
  }
}
