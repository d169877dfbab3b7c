import { user, userMembership } from '@gantry/core';
import { sql } from 'kysely';
import type { ScheduledJob } from '../../platform/jobs/scheduler.ts';
import { dueTime, findNextDue } from '../../platform/jobs/scheduler.ts';
import { isRetryDue, processDue, type SweepDeps } from '../../platform/jobs/sweep.ts';
import { type Notification, routeTo } from '../../platform/notifications/notification-types.ts';
import { notify } from '../../platform/notifications/notify.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { TxContext } from '../../platform/store/tx-context.ts';
import { lockOwner } from '../ledger/index.ts';
import { advanceMemberships } from './advance-memberships.ts';
import { computeNextNotice } from './membership-rows.ts';
import { dayMs, type MembershipRules, readMembershipRules } from './membership-rules.ts';
import { pruneModelUses } from './quotas/model-rate.ts';

/** Maximum users per run; the next run continues. */
const batchSize = 500;

/** Retry states are stored per user, because the memberships of a user follow one another. */
const ending = { resource: user, action: 'endMemberships' };

/** Expires memberships that are due, starts the scheduled ones that follow, and notifies admins of those that end soon. */
async function processMemberships(deps: SweepDeps, settings: SettingsReader): Promise<void> {
  const rules = await readMembershipRules(settings);
  await expireMemberships(deps, rules);
  await notifyEndingMemberships(deps, rules);
}

/** Returns when the next membership ends, its grace period is over or its end must be announced; null when none is due. */
async function findNextMembershipWork(
  { database }: Pick<SweepDeps, 'database'>,
  rules: MembershipRules,
): Promise<number | null> {
  const { read } = database;
  // A membership that another one follows ends on time; the last one ends after the grace period.
  const followed = sql<boolean>`exists (select 1 from user_memberships as next
    where next.user_id = user_memberships.user_id and next.status = 'scheduled')`;
  const due = await findNextDue(read, [
    { ...dueTime('user_memberships', 'end_at', ['active']), where: followed },
    dueTime('user_memberships', 'notice_at', ['active']),
  ]);
  const end = await findNextDue(read, [dueTime('user_memberships', 'end_at', ['active'])]);
  const times = [due, end === null ? null : end + rules.graceMs].filter((at) => at !== null);
  return times.length === 0 ? null : Math.min(...times);
}

/** Expires memberships that are due and starts the scheduled ones that follow, each user in a separate transaction. */
export async function expireMemberships(deps: SweepDeps, rules: MembershipRules): Promise<void> {
  const { database, clock } = deps;
  const at = clock();
  // Only the last membership has a grace period; one that another follows ends on time.
  const due = await database.read
    .selectFrom('user_memberships as one')
    .select('one.user_id as id')
    .where('one.status', '=', 'active')
    .where('one.end_at', '<=', at)
    .where((where) =>
      where.or([
        where('one.end_at', '<=', at - rules.graceMs),
        where.exists(
          where
            .selectFrom('user_memberships as next')
            .select('next.id')
            .whereRef('next.user_id', '=', 'one.user_id')
            .where('next.status', '=', 'scheduled'),
        ),
      ]),
    )
    .where(isRetryDue(ending, at, 'one.user_id'))
    .orderBy('one.end_at')
    .limit(batchSize)
    .execute();
  await processDue(deps, ending, due, (_, userId) =>
    database.transaction((tx) => expireUserMemberships({ tx, dialect: database.dialect, at }, rules, userId)),
  );
}

async function expireUserMemberships(scope: TxContext, rules: MembershipRules, userId: number): Promise<void> {
  await lockOwner(scope, userId);
  await advanceMemberships(scope, rules, userId);
}

/** Announces memberships that end soon, once for each notice day. Returns how many were announced. */
export async function notifyEndingMemberships(
  { database, clock }: Pick<SweepDeps, 'database' | 'clock'>,
  rules: MembershipRules,
): Promise<number> {
  const at = clock();
  return database.transaction(async (tx) => {
    const due = await tx
      .selectFrom('user_memberships')
      .select(['id', 'end_at'])
      .where('status', '=', 'active')
      .where('notice_at', '<=', at)
      .orderBy('notice_at')
      .limit(batchSize)
      .execute();
    const byDays = new Map<number, number>();
    for (const { id, end_at: endAt } of due) {
      const days = Math.max(0, Math.ceil((Number(endAt) - at) / dayMs));
      byDays.set(days, (byDays.get(days) ?? 0) + 1);
      const notice = computeNextNotice(Number(endAt), rules.noticeDays, at);
      await tx.updateTable('user_memberships').set({ notice_at: notice }).where('id', '=', id).execute();
    }
    for (const [days, count] of byDays) await notify(tx, clock, createMembershipsEndingNotification(days, at), count);
    return due.length;
  });
}

/** Creates the notification of memberships that end in `days` days. Those found on one day share a notification. */
function createMembershipsEndingNotification(days: number, at: number): Notification {
  return {
    type: 'message',
    event: 'membershipsEnding',
    severity: 'info',
    audience: 'admins',
    dedupeKey: `membershipsEnding ${days} ${Math.floor(at / 86_400_000)}`,
    params: { days },
    route: routeTo(userMembership, { status: ['active'] }),
  };
}

const second = 1_000;

export function createMembershipJobs(deps: SweepDeps & { readonly settings: SettingsReader }): readonly ScheduledJob[] {
  const { database, clock, settings } = deps;
  return [
    {
      name: 'expire memberships',
      everyMs: 5 * second,
      watches: ['user_memberships', 'settings'],
      nextDue: async () => findNextMembershipWork(deps, await readMembershipRules(settings)),
      run: () => processMemberships(deps, settings),
    },
    {
      name: 'prune model uses',
      everyMs: 3_600 * second,
      run: () => database.transaction((tx) => pruneModelUses(tx, clock())),
    },
  ];
}
