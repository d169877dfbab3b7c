import type { DayOf } from '../../../platform/context/day-of.ts';
import type { HashNetwork } from '../../../platform/secrets/network-hash.ts';
import type { TxContext } from '../../../platform/store/tx-context.ts';
import { dayMs } from '../calendar-day.ts';
import type { HashMailbox } from '../same-mailbox.ts';
import { addInvite, type InviteRisk, type InviteTerms } from './invite-rows.ts';
import { qualifyInvite } from './settle-invite.ts';

export interface NewInvite {
  readonly inviterId: number;
  readonly inviteeId: number;
  readonly code: string;
  /** IP address of the invitee's registration; `recorded` is the part that may be stored. */
  readonly ip: string | null;
  readonly recorded: string | null;
  /** The invitee's email address; null for none. */
  readonly email: string | null;
}

/** How far back invites of one inviter from one network are counted, in ms. */
const networkSpanMs = 30 * dayMs;

export interface InviteTools {
  readonly terms: InviteTerms;
  readonly hashNetwork: HashNetwork;
  readonly hashMailbox: HashMailbox;
  readonly dayOf: DayOf;
}

/** Records an invite with its risks. Where registering is rewarded, the reward becomes pending. */
export async function recordInvite(scope: TxContext, invite: NewInvite, tools: InviteTools): Promise<void> {
  const { terms, hashNetwork, hashMailbox, dayOf } = tools;
  if (!terms.enabled) return;
  const { inviterId, inviteeId, code, ip, recorded, email } = invite;
  const [networkHash, mailboxHash] = [hashNetwork(ip), hashMailbox(email)];
  await scope.dialect.lock(scope.tx, `invites:${inviterId}`);
  const risks: InviteRisk[] = networkHash === null ? [] : await findRisks(scope, inviterId, networkHash, tools);
  if (mailboxHash !== null && (await isKnownMailbox(scope, inviterId, mailboxHash, tools))) risks.push('sameMailbox');
  const seen = {
    ip: recorded,
    risk: risks.length > 0 ? 'flagged' : 'none',
    riskFlags: risks.length > 0 ? risks : null,
  };
  const row = await addInvite(scope, { inviterId, inviteeId, code, nth: 1, ...seen }, { networkHash, mailboxHash });
  if (terms.trigger !== 'register') return;
  await qualifyInvite(scope, row, { terms, day: dayOf(scope.at, terms.timezone), order: null });
}

async function findRisks(
  scope: TxContext,
  inviterId: number,
  networkHash: string,
  { terms, hashNetwork }: InviteTools,
): Promise<InviteRisk[]> {
  const { tx } = scope;
  const inviter = await tx
    .selectFrom('users')
    .select('register_ip')
    .where('id', '=', inviterId)
    .executeTakeFirstOrThrow();
  const own = hashNetwork(inviter.register_ip);
  const earlier = await countInvitesFrom(scope, inviterId, networkHash);
  const isMany = terms.sameNetworkLimit > 0 && earlier >= terms.sameNetworkLimit;
  return [...(own === networkHash ? ['inviterNetwork' as const] : []), ...(isMany ? ['manyFromNetwork' as const] : [])];
}

/** Whether an email address is the mailbox of the inviter, or of a user who was invited or got a gift before, in any spelling. */
async function isKnownMailbox(
  { tx, dialect }: TxContext,
  inviterId: number,
  mailboxHash: string,
  { hashMailbox }: InviteTools,
): Promise<boolean> {
  // Concurrent invites to the same mailbox wait, so that exactly one of them is the first.
  await dialect.lock(tx, `mailbox:${mailboxHash}`);
  const inviter = await tx.selectFrom('users').select('email').where('id', '=', inviterId).executeTakeFirstOrThrow();
  if (hashMailbox(inviter.email) === mailboxHash) return true;
  const invited = tx.selectFrom('invite_records').select('id').where('mailbox_hash', '=', mailboxHash).limit(1);
  const given = tx.selectFrom('registration_gifts').select('id').where('contact_hash', '=', mailboxHash);
  return ((await invited.executeTakeFirst()) ?? (await given.executeTakeFirst())) !== undefined;
}

async function countInvitesFrom({ tx, at }: TxContext, inviterId: number, networkHash: string): Promise<number> {
  const { invites } = await tx
    .selectFrom('invite_records')
    .select(({ fn }) => fn.countAll().as('invites'))
    .where('inviter_id', '=', inviterId)
    .where('network_hash', '=', networkHash)
    .where('nth', '=', 1)
    .where('created_at', '>', at - networkSpanMs)
    .executeTakeFirstOrThrow();
  return Number(invites);
}
