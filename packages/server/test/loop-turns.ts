import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Answers what each turn of the event loop took during the work, in ms of processor time, so that other work on the
 * machine does not count.
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
