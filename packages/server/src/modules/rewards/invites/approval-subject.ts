import type { RowOf } from '../../../platform/store/database.ts';
import { isAbove, none, type ReadSubject, toText } from '../../risk/index.ts';
import type { InviteTerms } from './invite-rows.ts';
import { computePromised } from './settle-invite.ts';

/** Measures an invite reward that is granted by hand: what both sides get. */
export const approveInvite: ReadSubject = async ({ row, input }, { adjustCredits }, prepared) => {
  const invite = row as RowOf<'invite_records'>;
  const fixed =
    invite.qualified_on === null ? computePromised(invite, { terms: prepared as InviteTerms, order: null }) : invite;
  const credits = fixed.inviter_amount + fixed.invitee_amount;
  return {
    ...none,
    userId: invite.inviter_id,
    asset: toText(fixed.asset),
    credits,
    reason: toText(input.reason),
    isAbove: isAbove(credits, adjustCredits),
  };
};
