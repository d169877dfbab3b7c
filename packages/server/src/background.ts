import { sql } from 'kysely';
import { createDataJobs } from './modules/backup/daily-work.ts';
import type { DataDeps } from './modules/backup/data-jobs.ts';
import { createPlaceKeeper } from './modules/backup/instance-registry.ts';
import { createWebhookQueueJob } from './modules/clients/webhooks/queue-events.ts';
import { createWebhookWorker } from './modules/clients/webhooks/webhook-worker.ts';
import { createContentJob } from './modules/content/content-tick.ts';
import { createNoticesJob } from './modules/content/publish-notice.ts';
import { createRerunsJob } from './modules/creations/rerun-work.ts';
import { createTasksJob } from './modules/creations/tasks-tick.ts';
import { createDistributionJobs } from './modules/distribution/distribution-jobs.ts';
import { createKeyJobs } from './modules/keys/keys-job.ts';
import type { KeyDeps } from './modules/keys/try-key.ts';
import { createRetrievalRunsJob } from './modules/knowledge/evaluation/run-work.ts';
import { createPdfJob, createPdfWorker } from './modules/knowledge/pdf/pdf-worker.ts';
import { createRetrievalJob } from './modules/knowledge/recall/index.ts';
import { createDocumentJobs } from './modules/knowledge/work/document-maintenance.ts';
import { createKnowWorker } from './modules/knowledge/work/know-worker.ts';
import type { WorkDeps } from './modules/knowledge/work/work.ts';
import { expireHolds, expireLots } from './modules/ledger/expire.ts';
import { findNextMembershipWork, processMemberships } from './modules/memberships/end-due.ts';
import { readMembershipRules } from './modules/memberships/membership-rules.ts';
import { pruneModelUses } from './modules/memberships/quotas/model-rate.ts';
import { bookDueReversals } from './modules/orders/book-reversals.ts';
import { closeDue, queryPending } from './modules/orders/expire-orders.ts';
import { fulfilDue } from './modules/orders/fulfil-order.ts';
import type { OrderDeps } from './modules/orders/order-needs.ts';
import { checkPaymentsForRefunds, reconcileRefunds } from './modules/orders/refunds/reconcile-refunds.ts';
import { sendDueRefunds } from './modules/orders/refunds/send-refund.ts';
import { createRewardJobs } from './modules/rewards/reward-jobs.ts';
import { expireApprovals } from './modules/risk/approvals/expire-approvals.ts';
import { expireRestrictions } from './modules/risk/restrictions.ts';
import { watchRisks } from './modules/risk/watch-risks.ts';
import { liftDueBans } from './modules/users/ban.ts';
import { pruneCodes } from './modules/users/codes/verification-codes.ts';
import { sealOldNames } from './modules/users/real-name.ts';
import { pruneVisits } from './modules/users/visits.ts';
import type { Services } from './platform/context/context.ts';
import { createDayOf } from './platform/context/day-of.ts';
import { type DueTime, dueTime, findNextDue } from './platform/jobs/next-due.ts';
import { pruneRetryStates } from './platform/jobs/sweep.ts';
import { createScheduler, type OnScheduledRun, type ScheduledJob, type Scheduler } from './platform/jobs/ticker.ts';
import type { AlertChannel } from './platform/notifications/alerts/alert-channel.ts';
import { sendMailAlerts } from './platform/notifications/alerts/send-mail-alerts.ts';
import { sendWebhookAlerts } from './platform/notifications/alerts/send-webhook-alerts.ts';
import { pruneOld } from './platform/notifications/inbox.ts';

const second = 1_000;
const hour = 3_600 * second;

/** What it works with. */
export interface BackgroundDeps extends WorkDeps, Services, KeyDeps, DataDeps {
  readonly onScheduledRun?: OnScheduledRun;
}

const ledgerTimes: readonly DueTime[] = [
  dueTime('holds', 'expires_at', ['held']),
  { ...dueTime('credit_lots', 'expires_at'), where: sql<boolean>`remaining > held` },
];

/** What the server does by itself, each in one process at a time. */
export function createBackground(services: BackgroundDeps, orders: OrderDeps): Scheduler {
  const { database, clock } = services;
  const scheduler = createScheduler(services, [
    createNoticesJob(services),
    createContentJob(services),
    createTasksJob(services),
    createLedgerJob(services),
    ...orderTicks(orders),
    {
      name: 'end memberships',
      everyMs: 5 * second,
      watches: ['user_memberships', 'settings'],
      nextDue: async () => findNextMembershipWork(services, await readMembershipRules(services.settings)),
      run: () => processMemberships(services, services.settings),
    },
    ...createRestrictionJobs(services),
    ...createRewardJobs(services),
    ...createDistributionJobs({ ...services, dayOf: createDayOf() }),
    ...createKeyJobs(services),
    ...createDocumentJobs(services),
    createPdfJob(services),
    createRetrievalJob(services),
    ...runTicks(services),
    ...createDataJobs(services),
    ...createAlertJobs(services),
    createWebhookQueueJob(services),
    { name: 'seal names', everyMs: hour, run: () => sealOldNames(services) },
    { name: 'forget codes', everyMs: hour, run: () => pruneCodes(database, clock()) },
    { name: 'forget notifications', everyMs: hour, run: () => purgeExpired(services) },
  ]);
  return extra(scheduler, [
    createPlaceKeeper(services),
    createKnowWorker(services),
    createPdfWorker(services),
    createWebhookWorker(services),
  ]);
}

/** Ends holds and lots whose time is over. */
function createLedgerJob(services: BackgroundDeps): ScheduledJob {
  const { database, clock } = services;
  return {
    // It watches neither: calls write them all the time, and their time is never over at once.
    name: 'end holds and lots',
    everyMs: 10 * second,
    run: async () => {
      const due = await findNextDue(database.read, ledgerTimes);
      if (due === null || due > clock()) return;
      await expireHolds(services);
      await expireLots(services);
    },
  };
}

/** Bans, approvals and restrictions that are over; rules of risk that look. */
function createRestrictionJobs(services: BackgroundDeps): readonly ScheduledJob[] {
  const { database, clock } = services;
  return [
    {
      name: 'lift bans',
      everyMs: 10 * second,
      watches: ['users'],
      nextDue: () => findNextDue(database.read, [dueTime('users', 'ban_until', ['banned'])]),
      run: async () => {
        await liftDueBans(services);
      },
    },
    {
      name: 'end approvals',
      everyMs: 10 * second,
      watches: ['approvals'],
      nextDue: () => findNextDue(database.read, [dueTime('approvals', 'expires_at', ['pending'])]),
      run: async () => {
        await expireApprovals(services);
      },
    },
    {
      name: 'watch risks',
      everyMs: 15 * second,
      watches: ['risk_rules', 'risk_restrictions'],
      nextDue: async () => {
        const rules = database.read.selectFrom('risk_rules').select('id').where('status', '=', 'enabled').limit(1);
        // A rule decides itself whether it is time to look.
        if (await rules.executeTakeFirst()) return clock() + 15 * second;
        return findNextDue(database.read, [dueTime('risk_restrictions', 'until', ['active'])]);
      },
      run: async () => {
        await watchRisks(services);
        await expireRestrictions(services);
      },
    },
  ];
}

function createAlertJobs(services: BackgroundDeps): readonly ScheduledJob[] {
  return [
    {
      name: 'tell by mail',
      everyMs: 15 * second,
      ...alertsTiming(services, 'mail'),
      run: () => sendMailAlerts(services),
    },
    {
      name: 'tell by webhook',
      everyMs: 15 * second,
      ...alertsTiming(services, 'webhook'),
      run: () => sendWebhookAlerts(services),
    },
  ];
}

/** Alerts go out when something was notified, or when what was refused has rested long enough. */
function alertsTiming(
  { database, clock }: BackgroundDeps,
  channel: AlertChannel,
): Pick<ScheduledJob, 'watches' | 'nextDue'> {
  return {
    watches: ['notifications', 'settings', 'setting_secrets'],
    nextDue: () => {
      const where = sql<boolean>`channel = ${channel} and next_at > ${clock()}`;
      return findNextDue(database.read, [{ ...dueTime('alert_channels', 'next_at'), where }]);
    },
  };
}

/** Records of work in the background end when it does. */
const runTicks = (services: BackgroundDeps): readonly ScheduledJob[] => [
  createRetrievalRunsJob(services),
  createRerunsJob(services),
];

function purgeExpired({ database, clock }: BackgroundDeps): Promise<void> {
  return database.transaction(async (tx) => {
    await pruneOld(tx, clock());
    await pruneVisits(tx, clock());
    await pruneRetryStates(tx, clock());
    await pruneModelUses(tx, clock());
  });
}

function orderTicks(orders: OrderDeps): readonly ScheduledJob[] {
  const nextDue = (...times: readonly DueTime[]) => ({ nextDue: () => findNextDue(orders.database.read, times) });
  return [
    {
      name: 'deliver orders, send refunds',
      everyMs: 2 * second,
      watches: ['orders', 'refunds', 'payment_reversals'],
      ...nextDue(
        dueTime('orders', 'next_fulfil_at'),
        dueTime('refunds', 'next_try_at'),
        dueTime('payment_reversals', 'next_try_at'),
      ),
      run: async () => {
        await fulfilDue(orders);
        await sendDueRefunds(orders);
        await bookDueReversals(orders);
      },
    },
    {
      name: 'ask after refunds that were made',
      everyMs: 60 * second,
      watches: ['refunds'],
      ...nextDue(dueTime('refunds', 'next_look_at')),
      run: async () => void (await reconcileRefunds(orders)),
    },
    {
      name: 'ask what gateways refunded by themselves',
      everyMs: 60 * second,
      run: async () => void (await checkPaymentsForRefunds(orders)),
    },
    {
      name: 'ask about pending orders, close them',
      everyMs: 5 * second,
      watches: ['orders'],
      ...nextDue(dueTime('orders', 'next_query_at'), dueTime('orders', 'expires_at', ['pending'])),
      run: async () => {
        await queryPending(orders);
        await closeDue(orders);
      },
    },
  ];
}

/** Workers start and stop with what is done now and then; each process has its own. */
function extra(scheduler: Scheduler, workers: readonly Scheduler[]): Scheduler {
  const all = [scheduler, ...workers];
  return {
    start: () => {
      for (const one of all) one.start();
    },
    stop: async () => {
      await Promise.all(all.map((one) => one.stop()));
    },
  };
}
