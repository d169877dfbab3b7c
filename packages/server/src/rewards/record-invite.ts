import type { DayOf } from '../money/day-of.ts';
import type { MoneyScope } from '../money/posting.ts';
import { dayMs } from './calendar-day.ts';
import { addInvite, type InviteRisk } from './invite-rows.ts';
import type { InviteTerms } from './invite-terms.ts';
import type { HashNetwork } from './network.ts';
import { qualifyInvite } from './qualify-invite.ts';

export interface NewInvite {
  readonly inviterId: number;
  readonly inviteeId: number;
  readonly code: string;
  /** Where the invitee registered from; `recorded` is what may be kept of it. */
  readonly ip: string | null;
  readonly recorded: string | null;
}

/** How far back invites of one inviter from one network are counted. */
const networkSpan = 30 * dayMs;

export interface InviteTools {
  readonly terms: InviteTerms;
  readonly hashNetwork: HashNetwork;
  readonly dayOf: DayOf;
}

/** Writes down who invited whom, with what is suspicious about it; where registering is rewarded, the reward is on its way. */
export async function recordInvite(scope: MoneyScope, invite: NewInvite, tools: InviteTools): Promise<void> {
  const { terms, hashNetwork, dayOf } = tools;
  if (!terms.enabled) return;
  const { inviterId, inviteeId, code, ip, recorded } = invite;
  const networkHash = hashNetwork(ip);
  await scope.dialect.lock(scope.tx, `invites:${inviterId}`);
  const risks = networkHash === null ? [] : await risksFrom(scope, inviterId, networkHash, tools);
  const seen = {
    ip: recorded,
    risk: risks.length > 0 ? 'flagged' : 'none',
    riskFlags: risks.length > 0 ? risks : null,
  };
  const row = await addInvite(scope, { inviterId, inviteeId, code, nth: 1, ...seen }, networkHash);
  if (terms.trigger !== 'register') return;
  await qualifyInvite(scope, row, { terms, day: dayOf(scope.at, terms.timezone), order: null });
}

async function risksFrom(
  scope: MoneyScope,
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
  const own = hashNetwork(inviter.register_ip === null ? null : String(inviter.register_ip));
  const earlier = await invitesFrom(scope, inviterId, networkHash);
  const isMany = terms.sameNetworkLimit > 0 && earlier >= terms.sameNetworkLimit;
  return [...(own === networkHash ? ['inviterNetwork' as const] : []), ...(isMany ? ['manyFromNetwork' as const] : [])];
}

async function invitesFrom({ tx, at }: MoneyScope, inviterId: number, networkHash: string): Promise<number> {
  const { invites } = await tx
    .selectFrom('invite_records')
    .select(({ fn }) => fn.countAll().as('invites'))
    .where('inviter_id', '=', inviterId)
    .where('network_hash', '=', networkHash)
    .where('nth', '=', 1)
    .where('created_at', '>', at - networkSpan)
    .executeTakeFirstOrThrow();
  return Number(invites);
}
