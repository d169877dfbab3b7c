import process from 'node:process';
import type { Context } from '../context/context.ts';

/** One Ctrl-C lets the chunk under way finish and stops, which is said; a second one ends at once, as usual. */
export function watchInterrupt({ note, t }: Pick<Context, 'note' | 't'>): {
  stopped: () => boolean;
  release: () => void;
} {
  let stopped = false;
  const stop = () => {
    stopped = true;
    process.removeListener('SIGINT', stop);
    // A terminal has written ^C, and a bar may stand, in the line.
    note(`${process.stderr.isTTY ? '\n' : ''}${t('cli.stopping')}`);
  };
  process.once('SIGINT', stop);
  return { stopped: () => stopped, release: () => process.removeListener('SIGINT', stop) };
}
