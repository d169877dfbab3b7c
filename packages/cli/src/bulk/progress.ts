import process from 'node:process';
import type { Context } from '../context.ts';

export interface Progress {
  step(count: number): void;
  end(): void;
}

const barWidth = 24;

/** Progress on stderr: a bar at a terminal, a line every tenth elsewhere. Nothing for short work. */
export function createProgress(total: number, context: Context): Progress {
  const live = process.stderr.isTTY === true;
  let done = 0;
  let said = 0;
  const draw = () => {
    const share = total === 0 ? 1 : Math.min(1, done / total);
    const full = Math.round(share * barWidth);
    const words = context.t('cli.progress', { done, total });
    process.stderr.write(
      `\r\u001b[K${'█'.repeat(full)}${'░'.repeat(barWidth - full)} ${Math.floor(share * 100)}% ${words}`,
    );
  };
  return {
    step: (count) => {
      done += count;
      if (live) return draw();
      const tenth = Math.floor((done / Math.max(1, total)) * 10);
      if (tenth > said && total > 1_000) {
        said = tenth;
        context.note(context.t('cli.progress', { done, total }));
      }
    },
    end: () => {
      if (live && done > 0) process.stderr.write('\r\u001b[K');
    },
  };
}
