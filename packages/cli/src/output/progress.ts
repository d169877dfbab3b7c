import process from 'node:process';
import { formatNumber, type Locale, type Translate } from '@gantry/core';
import type { CliKey } from '../context/cli-key.ts';

/** The translator and locale of messages. */
export interface Translation {
  readonly t: Translate<CliKey>;
  readonly locale: Locale;
}

export interface Progress {
  step(count: number): void;
  end(): void;
}

const barWidth = 24;
/** Nothing is shown for work that takes less than this, in ms. */
const delayMs = 300;
const intervalMs = 100;

const silent: Progress = { step: () => undefined, end: () => undefined };

function drawBar(share: number): string {
  const full = Math.round(share * barWidth);
  return `${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${Math.floor(share * 100)}% `;
}

/**
 * Shows the progress of long work in a line of stderr, which is removed at the end. Only on a terminal, so that it never reaches
 * a pipe or a log.
 * @param total null when it is unknown
 * @param localize formats an amount of work; by default as a number
 */
export function createProgress(
  total: number | null,
  { t, locale }: Translation,
  localize = (count: number) => formatNumber(count, locale),
): Progress {
  if (process.stderr.isTTY !== true || process.env.TERM === 'dumb') return silent;
  let [done, drawn, next] = [0, false, Date.now() + delayMs];
  const draw = () => {
    const bar = total === null ? '' : drawBar(total === 0 ? 1 : Math.min(1, done / total));
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
      next = Date.now() + intervalMs;
      draw();
    },
    end: () => {
      clear();
      process.removeListener('exit', clear);
    },
  };
}
