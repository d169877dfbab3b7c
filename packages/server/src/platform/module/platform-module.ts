import { sql } from 'kysely';
import type { Clock } from '../context/context.ts';
import type { ScheduledJob } from '../jobs/scheduler.ts';
import { dueTime, findNextDue } from '../jobs/scheduler.ts';
import { pruneRetryStates } from '../jobs/sweep.ts';
import { type AlertChannel, resetRetryTime } from '../notifications/alerts/alert-channel.ts';
import { createAlertsStatus } from '../notifications/alerts/alerts-status.ts';
import { sendMailAlerts } from '../notifications/alerts/send-mail-alerts.ts';
import { createWebhookTests, sendWebhookAlerts } from '../notifications/alerts/send-webhook-alerts.ts';
import { pruneOld } from '../notifications/inbox.ts';
import { createMailTests } from '../notifications/mail/send-mail.ts';
import { createSmsTests } from '../notifications/sms/send-sms.ts';
import type { OutboundClient } from '../outbound/index.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import { createStorageTests } from '../storage/object-storage.ts';
import type { Database } from '../store/database.ts';
import { defineModule } from './define-module.ts';

const second = 1_000;

interface ConnectionTestDeps {
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
}

/** What the platform itself adds to the server, as a module. */
export const platformModule = defineModule({
  name: 'platform',
  schedule: (deps: Parameters<typeof createAlertJobs>[0]) => [...createAlertJobs(deps), createPruneJob(deps)],
  settingsGuards: () => ({
    'extensions/mail': resetRetryTime('mail'),
    'extensions/webhook': resetRetryTime('webhook'),
  }),
  readOnlySettings: createAlertsStatus,
  settingsTests: (deps: ConnectionTestDeps) => ({
    ...createSmsTests(deps),
    ...createMailTests(deps),
    ...createWebhookTests(deps),
    ...createStorageTests(deps),
  }),
  notifications: ['importFailed', 'jobDead', 'recordStuck'],
});

function createAlertJobs(
  deps: Parameters<typeof sendMailAlerts>[0] & Parameters<typeof sendWebhookAlerts>[0],
): readonly ScheduledJob[] {
  return [
    {
      name: 'send alerts by mail',
      everyMs: 15 * second,
      ...createAlertsTiming(deps, 'mail'),
      run: () => sendMailAlerts(deps),
    },
    {
      name: 'send alerts by webhook',
      everyMs: 15 * second,
      ...createAlertsTiming(deps, 'webhook'),
      run: () => sendWebhookAlerts(deps),
    },
  ];
}

interface JobDeps {
  readonly database: Database;
  readonly clock: Clock;
}

/** Alerts are sent when a notification was raised, or when the pause after a failed attempt is over. */
function createAlertsTiming(
  { database, clock }: JobDeps,
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

function createPruneJob({ database, clock }: JobDeps): ScheduledJob {
  return {
    name: 'prune notifications',
    everyMs: 3_600 * second,
    run: () =>
      database.transaction(async (tx) => {
        await pruneOld(tx, clock());
        await pruneRetryStates(tx, clock());
      }),
  };
}
