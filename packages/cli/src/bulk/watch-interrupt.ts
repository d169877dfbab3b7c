import process from 'node:process';
import type { Context } from '../context/context.ts';

/** Handles Ctrl-C: the first one finishes the current chunk, stops and says so; the second one ends the process as usual. */
export function watchInterrupt({ note, t }: Pick<Context, 'note' | 't'>): {
  stopped: () => boolean;
  release: () => void;
} {
  let stopped = false;
  const stop = () => {
    stopped = true;
    process.removeListener('SIGINT', stop);
    // The terminal has printed ^C, and the line may contain a progress bar.
    note(`${process.stderr.isTTY ? '\n' : ''}${t('cli.stopping')}`);
  };
  process.once('SIGINT', stop);
  return { stopped: () => stopped, release: () => process.removeListener('SIGINT', stop) };
}
