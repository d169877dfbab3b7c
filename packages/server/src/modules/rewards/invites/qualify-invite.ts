import type { Row } from '../../../platform/store/database.ts';
import type { TxContext } from '../../ledger/posting.ts';
import { dayMs } from '../calendar-day.ts';
import { changeInvite, type InviteChange, type InviteRisk, parseRisks, toRiskCells } from './invite-rows.ts';
import type { InviteTerms } from './invite-terms.ts';

/** What an invite qualifies by: a payment, or nothing but registering. */
export interface Qualifying {
  readonly terms: InviteTerms;
  /** Today in the site's time zone. */
  readonly day: string;
  readonly order: {
    readonly id: number;
    /** In minor units of the currency. */
    readonly paid: number;
    readonly currency: string;
  } | null;
}

/** What the settings promise now; it stays what it is, whatever becomes of them. */
export function computePromised(row: Row, { terms, order }: Pick<Qualifying, 'terms' | 'order'>) {
  const share = order ? Math.floor((order.paid * terms.percentBps) / 10_000) : 0;
  return {
    asset: terms.asset,
    credit_days: terms.creditDays,
    inviter_amount: terms.inviterReward + share,
    invitee_amount: Number(row.nth) === 1 ? terms.inviteeReward : 0,
  };
}

/** The invite has come to what it is rewarded for: it cools off, or waits for a person when something is suspicious. */
export async function qualifyInvite(scope: TxContext, row: Row, by: Qualifying): Promise<InviteChange> {
  const { terms, day, order } = by;
  const risks: InviteRisk[] = (await isOverLimit(scope, row, by)) ? ['dailyLimit'] : [];
  const waits = parseRisks(row).length + risks.length > 0;
  const cells = {
    ...computePromised(row, by),
    ...toRiskCells(row, risks),
    order_id: order?.id ?? null,
    paid: order?.paid ?? null,
    currency: order?.currency ?? null,
    qualified_on: day,
    due_at: scope.at + terms.coolDays * dayMs,
    status: waits ? 'review' : 'pending',
  };
  return changeInvite(scope, row, waits ? 'flag' : 'qualify', cells, null);
}

/** Counted one after the other, so that a crowd at one moment is seen. */
async function isOverLimit({ tx, dialect }: TxContext, row: Row, { terms, day }: Qualifying): Promise<boolean> {
  if (terms.maxPerDay === 0) return false;
  await dialect.lock(tx, `invites:${Number(row.inviter_id)}`);
  const { qualified } = await tx
    .selectFrom('invite_records')
    .select(({ fn }) => fn.countAll().as('qualified'))
    .where('inviter_id', '=', row.inviter_id)
    .where('qualified_on', '=', day)
    .executeTakeFirstOrThrow();
  return Number(qualified) >= terms.maxPerDay;
}
