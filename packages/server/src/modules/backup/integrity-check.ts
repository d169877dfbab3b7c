import type { Logger } from 'pino';
import type { Clock } from '../../platform/context/context.ts';
import { toLoggable } from '../../platform/http/request-log.ts';
import { notify } from '../../platform/notifications/notify.ts';
import { isDamaged } from '../../platform/store/damaged.ts';
import type { Database } from '../../platform/store/database.ts';
import { quickCheckSqlite } from './copies/sqlite-worker.ts';
import { databaseDamaged } from './notifications.ts';

/** When a new process looks first, and how often after that, in ms. */
const firstMs = 2_000;
const intervalMs = 86_400_000;

export interface IntegrityCheck {
  start(): void;
  stop(): void;
}

/** Checks every page of an SQLite database after a start and once a day, so that damage in unused pages is found too. */
export function createIntegrityCheck(file: string, damage: DamageWatch, log: Logger): IntegrityCheck {
  let timer: NodeJS.Timeout | undefined;
  const check = async () => {
    try {
      const verdict = await quickCheckSqlite(file);
      if (verdict !== 'ok') damage.report(verdict);
    } catch (error) {
      if (error instanceof Error && isDamaged(error)) damage.report(error.message);
      else log.warn(toLoggable(error), 'the pages of the database were not checked');
    }
  };
  const schedule = (ms: number) => {
    timer = setTimeout(() => void check().finally(() => schedule(intervalMs)), ms).unref();
  };
  return { start: () => schedule(firstMs), stop: () => clearTimeout(timer) };
}

/** Remembers that the database reported damage, which only a restore repairs. */
export interface DamageWatch {
  /** The first message of the database about damage; null while there is none. */
  message(): string | null;
  /**
   * Reports a message about damage. The first one is logged, and admins are notified if the database still accepts the
   * notification.
   */
  report(message: string): void;
  /** The database that takes the notification. */
  attach(database: Database): void;
  /** Resolves when the notification is written, or could not be. */
  settled(): Promise<void>;
}

export function createDamageWatch(log: Logger, clock: Clock): DamageWatch {
  let found: string | null = null;
  let database: Database | null = null;
  let notifying: Promise<void> = Promise.resolve();
  const notifyAdmins = async (to: Database, message: string) => {
    try {
      await to.transaction((tx) => notify(tx, clock, databaseDamaged(message)));
    } catch (error) {
      log.error(toLoggable(error), 'admins were not notified that the database is damaged');
    }
  };
  return {
    message: () => found,
    report(message) {
      if (found !== null) return;
      found = message;
      log.fatal({ database: message }, 'the database is damaged: stop the server and restore a backup');
      if (database !== null) notifying = notifyAdmins(database, message);
    },
    attach(to) {
      database = to;
      if (found !== null) notifying = notifyAdmins(to, found);
    },
    settled: () => notifying,
  };
}
