import process from 'node:process';
import { formatNumber, type Locale, type Translate } from '@gantry/core';
import type { CliKey } from '../context/cli-key.ts';

/** In whose words it is said. */
export interface Teller {
  readonly t: Translate<CliKey>;
  readonly locale: Locale;
}

export interface Progress {
  step(count: number): void;
  end(): void;
}

const barWidth = 24;
/** Work that is done within so many ms shows nothing, and more often than this nothing is drawn. */
const timeoutMs = 300;
const interval = 100;

const silent: Progress = { step: () => undefined, end: () => undefined };

function barOf(share: number): string {
  const full = Math.round(share * barWidth);
  return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${Math.floor(share * 100)}% `;
}

/**
 * How far long work has come, in a line of stderr that is taken away at its end: at a terminal alone, so that nothing of it
 * reaches a pipe or a log.
 * @param total null where it is unknown
 * @param say what so much is called; a number when not given
 */
export function createProgress(
  total: number | null,
  { t, locale }: Teller,
  localize = (count: number) => formatNumber(count, locale),
): Progress {
  if (process.stderr.isTTY !== true || process.env.TERM === 'dumb') return silent;
  let [done, drawn, next] = [0, false, Date.now() + timeoutMs];
  const draw = () => {
    const bar = total === null ? '' : barOf(total === 0 ? 1 : Math.min(1, done / total));
    const words =
      total === null
        ? t('cli.progressSoFar', { done: localize(done) })
        : t('cli.progress', { done: localize(done), total: localize(total) });
    process.stderr.write(`\r\u001b[K${bar}${words}`);
    if (!drawn) process.once('exit', clear);
    drawn = true;
  };
  const clear = () => {
    if (drawn) process.stderr.write('\r\u001b[K');
    drawn = false;
  };
  return {
    step: (count) => {
      done += count;
      if (Date.now() < next) return;
      next = Date.now() + interval;
      draw();
    },
    end: () => {
      clear();
      process.removeListener('exit', clear);
    },
  };
}
