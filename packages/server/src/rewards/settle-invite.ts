import { grant } from '../money/grant.ts';
import type { MoneyScope, Operator } from '../money/posting.ts';
import type { Cell, Row } from '../store/database.ts';
import { expiryOf } from './calendar-day.ts';
import { changeInvite, type InviteChange } from './invite-rows.ts';
import { type GivenReward, reclaimable, type TakenBack, takeBack } from './take-back.ts';

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
export function rewardOf(row: Row, side: Side): GivenReward {
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
  scope: MoneyScope,
  row: Row,
  { action, operator, by }: Settling,
  cells: Readonly<Record<string, Cell>> = {},
): Promise<InviteChange> {
  const promised = { ...row, ...cells };
  const expiresAt = expiryOf(scope.at, Number(promised.credit_days ?? 0));
  for (const side of sides) {
    const { userId, asset, amount, source, sourceId, transactionId } = rewardOf(promised, side);
    if (amount === 0) continue;
    const cause = { transactionId, cause: 'invite', causeId: String(sourceId), operator } as const;
    const made = await grant(scope, { userId, asset, amount, lot: { source, sourceId, expiresAt } }, cause);
    if (!made) throw new Error('an invite was rewarded before it was granted');
  }
  return changeInvite(scope, row, action, { ...cells, status: 'granted', settled_at: scope.at }, by);
}

export interface ReversedInvite extends InviteChange {
  readonly back: Readonly<Record<Side, TakenBack>>;
}

/** Takes both rewards back from their own lots; what is gone is written down. */
export async function reverseInvite(
  scope: MoneyScope,
  row: Row,
  { action, operator, by }: Settling,
  reason: string,
): Promise<ReversedInvite> {
  const how = { causeId: `invite:${Number(row.id)}`, operator, reason };
  const inviter = await takeBack(scope, rewardOf(row, 'inviter'), how);
  const invitee = await takeBack(scope, rewardOf(row, 'invitee'), how);
  const short = { inviter_short: inviter.short, invitee_short: invitee.short };
  const cells = { status: 'reversed', reason, settled_at: scope.at, ...short };
  return { ...(await changeInvite(scope, row, action, cells, by)), back: { inviter, invitee } };
}

/** Says what the reversal of each of these invites would come to now: one query however many they are. */
export async function reversible(
  scope: Pick<MoneyScope, 'tx'>,
  rows: readonly Row[],
): Promise<(row: Row) => Record<Side, TakenBack>> {
  const back = await reclaimable(
    scope,
    rows.flatMap((row) => sides.map((side) => rewardOf(row, side))),
  );
  return (row) => ({ inviter: back(rewardOf(row, 'inviter')), invitee: back(rewardOf(row, 'invitee')) });
}
