import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Returns the duration of each event loop turn during the work, in ms of CPU time, so that other processes on the machine do not
 * count.
 */
export async function turnsDuring(work: () => Promise<void>): Promise<number[]> {
  const turns: number[] = [];
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      const before = process.cpuUsage();
      await nextTurn();
      const { user, system } = process.cpuUsage(before);
      turns.push((user + system) / 1000);
    }
  };
  const watching = watch();
  await work();
  isOver = true;
  await watching;
  return turns;
}
