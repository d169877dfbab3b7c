import process from 'node:process';

/** One Ctrl-C lets the chunk under way finish and stops; a second one ends at once, as usual. */
export function watchInterrupt(): { stopped: () => boolean; release: () => void } {
  let stopped = false;
  const stop = () => {
    stopped = true;
    process.removeListener('SIGINT', stop);
  };
  process.once('SIGINT', stop);
  return { stopped: () => stopped, release: () => process.removeListener('SIGINT', stop) };
}
