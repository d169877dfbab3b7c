import { expireApprovals } from '../approvals/expire-approvals.ts';
import { pruneCodes } from '../codes/verification-codes.ts';
import { sendMailAlerts } from '../connectors/alerts/tell-by-mail.ts';
import { sendWebhookAlerts } from '../connectors/alerts/tell-by-webhook.ts';
import type { Services } from '../context.ts';
import { createDataJobs } from '../data/daily-work.ts';
import type { DataDeps } from '../data/data-jobs.ts';
import { createPlaceKeeper } from '../data/place-keeper.ts';
import { createDistributionJobs } from '../distribution/distribution-jobs.ts';
import { createPdfJob, createPdfWorker } from '../documents/pdf/pdf-worker.ts';
import { createKnowWorker } from '../documents/work/know-worker.ts';
import { createDocumentJobs } from '../documents/work/tend-documents.ts';
import type { WorkDeps } from '../documents/work/work.ts';
import type { KeyDeps } from '../keys/check-key.ts';
import { createKeyJobs } from '../keys/keys-job.ts';
import { processMemberships } from '../membership/end-due.ts';
import { pruneModelUses } from '../membership/model-rate.ts';
import { createDayOf } from '../money/day-of.ts';
import { expireHolds, expireLots } from '../money/expire.ts';
import { pruneOld } from '../notifications/inbox.ts';
import { createRerunsJob } from '../operations/ai/rerun-work.ts';
import { createContentJob } from '../operations/content-tick.ts';
import { publishDueNotices } from '../operations/news/publish-due.ts';
import { createRetrievalRunsJob } from '../operations/recall/run-work.ts';
import { createTasksJob } from '../operations/tasks/tasks-tick.ts';
import { liftDueBans } from '../operations/user/lift-bans.ts';
import { sealOldNames } from '../operations/user/real-name.ts';
import { pruneVisits } from '../operations/user/visits.ts';
import { bookDueReversals } from '../orders/book-reversals.ts';
import { fulfilDue } from '../orders/fulfil-order.ts';
import { reconcileRefunds } from '../orders/look-at-refunds.ts';
import type { OrderDeps } from '../orders/order-needs.ts';
import { sendDueRefunds } from '../orders/send-refund.ts';
import { closeDue, queryPending } from '../orders/tend-orders.ts';
import { createRetrievalJob } from '../recall/index.ts';
import { createRewardJobs } from '../rewards/reward-jobs.ts';
import { expireRestrictions } from '../risk/restrictions.ts';
import { watchRisks } from '../risk/watch-risks.ts';
import { pruneRetryStates } from '../rounds/each-due.ts';
import { createScheduler, type OnScheduledRun, type ScheduledJob, type Scheduler } from './ticker.ts';

const second = 1_000;
const hour = 3_600 * second;

/** What it works with. */
export interface BackgroundDeps extends WorkDeps, Services, KeyDeps, DataDeps {
  readonly onScheduledRun?: OnScheduledRun;
}

/** What the server does by itself, each in one process at a time. */
export function createBackground(services: BackgroundDeps, orders: OrderDeps): Scheduler {
  const { database, clock } = services;
  const scheduler = createScheduler(services, [
    {
      name: 'publish notices',
      everyMs: 2 * second,
      run: async () => {
        await publishDueNotices(services);
      },
    },
    createContentJob(services),
    createTasksJob(services),
    {
      name: 'end holds and lots',
      everyMs: 5 * second,
      run: async () => {
        await expireHolds(services);
        await expireLots(services);
      },
    },
    ...orderTicks(orders),
    { name: 'end memberships', everyMs: 5 * second, run: () => processMemberships(services, services.settings) },
    {
      name: 'lift bans',
      everyMs: 10 * second,
      run: async () => {
        await liftDueBans(services);
      },
    },
    {
      name: 'end approvals',
      everyMs: 10 * second,
      run: async () => {
        await expireApprovals(services);
      },
    },
    {
      name: 'watch risks',
      everyMs: 15 * second,
      run: async () => {
        await watchRisks(services);
        await expireRestrictions(services);
      },
    },
    ...createRewardJobs(services),
    ...createDistributionJobs({ ...services, dayOf: createDayOf() }),
    ...createKeyJobs(services),
    ...createDocumentJobs(services),
    createPdfJob(services),
    createRetrievalJob(services),
    ...runTicks(services),
    ...createDataJobs(services),
    { name: 'tell by mail', everyMs: 15 * second, run: () => sendMailAlerts(services) },
    { name: 'tell by webhook', everyMs: 15 * second, run: () => sendWebhookAlerts(services) },
    { name: 'seal names', everyMs: hour, run: () => sealOldNames(services) },
    { name: 'forget codes', everyMs: hour, run: () => pruneCodes(database, clock()) },
    { name: 'forget notifications', everyMs: hour, run: () => purgeExpired(services) },
  ]);
  return extra(scheduler, [createPlaceKeeper(services), createKnowWorker(services), createPdfWorker(services)]);
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
  return [
    {
      name: 'deliver orders, send refunds',
      everyMs: 2 * second,
      run: async () => {
        await fulfilDue(orders);
        await sendDueRefunds(orders);
        await bookDueReversals(orders);
      },
    },
    {
      name: 'ask after refunds that were made',
      everyMs: 60 * second,
      run: async () => void (await reconcileRefunds(orders)),
    },
    {
      name: 'ask about pending orders, close them',
      everyMs: 5 * second,
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
