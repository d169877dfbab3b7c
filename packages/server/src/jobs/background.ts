import { expireApprovals } from '../approvals/expire-approvals.ts';
import { forgetCodes } from '../codes/verification-codes.ts';
import { tellByMail } from '../connectors/alerts/tell-by-mail.ts';
import { tellByWebhook } from '../connectors/alerts/tell-by-webhook.ts';
import type { Services } from '../context.ts';
import { dataTicks } from '../data/daily-work.ts';
import type { DataNeeds } from '../data/data-jobs.ts';
import { createPlaceKeeper } from '../data/place-keeper.ts';
import { distributionJobs } from '../distribution/distribution-jobs.ts';
import { createPdfWorker, pdfTick } from '../documents/pdf/pdf-worker.ts';
import { createKnowWorker } from '../documents/work/know-worker.ts';
import { documentTicks } from '../documents/work/tend-documents.ts';
import type { WorkNeeds } from '../documents/work/work.ts';
import type { KeyNeeds } from '../keys/check-key.ts';
import { keyTicks } from '../keys/keys-job.ts';
import { tendMemberships } from '../membership/end-due.ts';
import { forgetModelUses } from '../membership/model-rate.ts';
import { createDayOf } from '../money/day-of.ts';
import { expireHolds, expireLots } from '../money/expire.ts';
import { forgetOld } from '../notifications/inbox.ts';
import { rerunsTick } from '../operations/ai/rerun-work.ts';
import { contentTick } from '../operations/content-tick.ts';
import { publishDueNotices } from '../operations/news/publish-due.ts';
import { recallRunsTick } from '../operations/recall/run-work.ts';
import { tasksTick } from '../operations/tasks/tasks-tick.ts';
import { liftDueBans } from '../operations/user/lift-bans.ts';
import { sealOldNames } from '../operations/user/real-name.ts';
import { forgetVisits } from '../operations/user/visits.ts';
import { bookDueReversals } from '../orders/book-reversals.ts';
import { fulfilDue } from '../orders/fulfil-order.ts';
import { lookAtRefunds } from '../orders/look-at-refunds.ts';
import type { OrderNeeds } from '../orders/order-needs.ts';
import { sendDueRefunds } from '../orders/send-refund.ts';
import { closeDue, queryPending } from '../orders/tend-orders.ts';
import { recallTick } from '../recall/index.ts';
import { rewardJobs } from '../rewards/reward-jobs.ts';
import { endDueRestrictions } from '../risk/restrictions.ts';
import { watchRisks } from '../risk/watch-risks.ts';
import { forgetUnstuck } from '../rounds/each-due.ts';
import { createTicker, type OnScheduledRun, type Tick, type Ticker } from './ticker.ts';

const second = 1_000;
const hour = 3_600 * second;

/** What it works with. */
export interface BackgroundNeeds extends WorkNeeds, Services, KeyNeeds, DataNeeds {
  readonly onScheduledRun?: OnScheduledRun;
}

/** What the server does by itself, each in one process at a time. */
export function createBackground(services: BackgroundNeeds, orders: OrderNeeds): Ticker {
  const { database, clock } = services;
  const ticker = createTicker(services, [
    {
      name: 'publish notices',
      everyMs: 2 * second,
      run: async () => {
        await publishDueNotices(services);
      },
    },
    contentTick(services),
    tasksTick(services),
    {
      name: 'end holds and lots',
      everyMs: 5 * second,
      run: async () => {
        await expireHolds(services);
        await expireLots(services);
      },
    },
    ...orderTicks(orders),
    { name: 'end memberships', everyMs: 5 * second, run: () => tendMemberships(services, services.settings) },
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
        await endDueRestrictions(services);
      },
    },
    ...rewardJobs(services),
    ...distributionJobs({ ...services, dayOf: createDayOf() }),
    ...keyTicks(services),
    ...documentTicks(services),
    pdfTick(services),
    recallTick(services),
    ...runTicks(services),
    ...dataTicks(services),
    { name: 'tell by mail', everyMs: 15 * second, run: () => tellByMail(services) },
    { name: 'tell by webhook', everyMs: 15 * second, run: () => tellByWebhook(services) },
    { name: 'seal names', everyMs: hour, run: () => sealOldNames(services) },
    { name: 'forget codes', everyMs: hour, run: () => forgetCodes(database, clock()) },
    { name: 'forget notifications', everyMs: hour, run: () => forgetWhatIsOld(services) },
  ]);
  return beside(ticker, [createPlaceKeeper(services), createKnowWorker(services), createPdfWorker(services)]);
}

/** Records of work in the background end when it does. */
const runTicks = (services: BackgroundNeeds): readonly Tick[] => [recallRunsTick(services), rerunsTick(services)];

function forgetWhatIsOld({ database, clock }: BackgroundNeeds): Promise<void> {
  return database.transaction(async (tx) => {
    await forgetOld(tx, clock());
    await forgetVisits(tx, clock());
    await forgetUnstuck(tx, clock());
    await forgetModelUses(tx, clock());
  });
}

function orderTicks(orders: OrderNeeds): readonly Tick[] {
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
      run: async () => void (await lookAtRefunds(orders)),
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
function beside(ticker: Ticker, workers: readonly Ticker[]): Ticker {
  const all = [ticker, ...workers];
  return {
    start: () => {
      for (const one of all) one.start();
    },
    stop: async () => {
      await Promise.all(all.map((one) => one.stop()));
    },
  };
}
