import type { Cell, Row } from '../../../platform/store/database.ts';
import { grant } from '../../ledger/grant.ts';
import type { Operator, TxContext } from '../../ledger/posting.ts';
import { computeExpiry } from '../calendar-day.ts';
import { changeInvite, type InviteChange } from './invite-rows.ts';
import { createReclaimableCheck, type GivenReward, type ReportedReversal, revert } from './take-back.ts';

/** Who of an invite is rewarded. */
const sides = ['inviter', 'invitee'] as const;
type Side = (typeof sides)[number];

/** Who settles, by which action. */
export interface Settling {
  readonly action: string;
  readonly operator: Operator;
  /** The admin, for the record; null for the system. */
  readonly by: number | null;
}

/** What one side of an invite was given, or is to be. */
export function getReward(row: Row, side: Side): GivenReward {
  return {
    userId: Number(row[`${side}_id`]),
    asset: row.asset === 'power' ? 'power' : 'coin',
    amount: Number(row[`${side}_amount`] ?? 0),
    source: 'invite',
    sourceId: Number(row.id),
    transactionId: `invite:${Number(row.id)}:${side}`,
  };
}

/** Gives both sides what was promised, in lots of the reward's own. The inviter, who is older, is locked first. */
export async function grantInvite(
  scope: TxContext,
  row: Row,
  { action, operator, by }: Settling,
  cells: Readonly<Record<string, Cell>> = {},
): Promise<InviteChange> {
  const promised = { ...row, ...cells };
  const expiresAt = computeExpiry(scope.at, Number(promised.credit_days ?? 0));
  for (const side of sides) {
    const { userId, asset, amount, source, sourceId, transactionId } = getReward(promised, side);
    if (amount === 0) continue;
    const cause = { transactionId, cause: 'invite', causeId: String(sourceId), operator } as const;
    const made = await grant(scope, { userId, asset, amount, lot: { source, sourceId, expiresAt } }, cause);
    if (!made) throw new Error('an invite was rewarded before it was granted');
  }
  return changeInvite(scope, row, action, { ...cells, status: 'granted', settled_at: scope.at }, by);
}

export interface ReversedInvite extends InviteChange {
  readonly back: Readonly<Record<Side, ReportedReversal>>;
}

/** Takes both rewards back from their own lots; what is gone is written down. */
export async function reverseInvite(
  scope: TxContext,
  row: Row,
  { action, operator, by }: Settling,
  reason: string,
): Promise<ReversedInvite> {
  const how = { causeId: `invite:${Number(row.id)}`, operator, reason };
  const inviter = await revert(scope, getReward(row, 'inviter'), how);
  const invitee = await revert(scope, getReward(row, 'invitee'), how);
  const short = { inviter_short: inviter.short, invitee_short: invitee.short };
  const cells = { status: 'reversed', reason, settled_at: scope.at, ...short };
  return { ...(await changeInvite(scope, row, action, cells, by)), back: { inviter, invitee } };
}

/** Says what the reversal of each of these invites would come to now: one query however many they are. */
export async function createReversibleCheck(
  scope: Pick<TxContext, 'tx'>,
  rows: readonly Row[],
): Promise<(row: Row) => Record<Side, ReportedReversal>> {
  const back = await createReclaimableCheck(
    scope,
    rows.flatMap((row) => sides.map((side) => getReward(row, side))),
  );
  return (row) => ({ inviter: back(getReward(row, 'inviter')), invitee: back(getReward(row, 'invitee')) });
}
