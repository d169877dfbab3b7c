import type { Logger } from 'pino';
import { toLoggable } from '../../platform/http/request-log.ts';
import { isDamaged } from '../../platform/store/damaged.ts';
import { quickCheckSqlite } from './copies/sqlite-worker.ts';
import type { DamageWatch } from './damage-watch.ts';

/** When a new process looks first, and how often after that, in ms. */
const firstMs = 2_000;
const intervalMs = 86_400_000;

export interface IntegrityCheck {
  start(): void;
  stop(): void;
}

/** Looks at every page of an SQLite database after a start and once a day: a page that no call reads is found too. */
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
