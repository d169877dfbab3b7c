/** How many calls of one user a server runs at a time. */
export const maxConcurrent = 8;

/**
 * Runs tasks in parallel and delivers their results in order. The first task runs alone, so that what it may ask the user for,
 * such as a password, is asked once. After a failure or a request to stop, no further task starts and the running ones are
 * finished.
 * @param width how many tasks run at a time
 * @param take called and awaited once for each result, after those of all earlier tasks; if it throws, that counts as a failure
 */
export async function runInOrder<T>(
  count: number,
  width: number,
  work: (at: number) => Promise<T>,
  take: (result: T, at: number) => unknown,
  stopped: () => boolean,
): Promise<void> {
  const done = new Map<number, T>();
  const failures: unknown[] = [];
  let [next, taken] = [0, 0];
  let delivery: Promise<void> = Promise.resolve();
  const deliver = async () => {
    while (done.has(taken)) {
      const [at, result] = [taken, done.get(taken) as T];
      done.delete(at);
      taken += 1;
      await take(result, at);
    }
  };
  const runNext = async () => {
    const at = next;
    next += 1;
    try {
      done.set(at, await work(at));
      delivery = delivery.then(deliver);
      await delivery;
    } catch (error) {
      failures.push(error);
    }
  };
  const canStart = () => next < count && failures.length === 0 && !stopped();
  const runWorker = async () => {
    while (canStart()) await runNext();
  };
  if (canStart()) await runNext();
  await Promise.all(Array.from({ length: width }, runWorker));
  if (failures.length > 0) throw failures[0];
}
