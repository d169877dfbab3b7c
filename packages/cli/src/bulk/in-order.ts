/** Calls of one person that a server runs at a time. */
export const maxConcurrent = 8;

/**
 * Does pieces of work side by side and hands over what comes of them in their order. The first goes alone: what it asks for, such
 * as a password, is asked for once. After a failure, or a request to stop, no other piece is started and those under way are finished.
 * @param width pieces at a time
 * @param take called once for each piece that is done when all before it are, and waited for; what it throws is a failure as any
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
  let handing: Promise<void> = Promise.resolve();
  const handOver = async () => {
    while (done.has(taken)) {
      const [at, result] = [taken, done.get(taken) as T];
      done.delete(at);
      taken += 1;
      await take(result, at);
    }
  };
  const one = async () => {
    const at = next;
    next += 1;
    try {
      done.set(at, await work(at));
      handing = handing.then(handOver);
      await handing;
    } catch (error) {
      failures.push(error);
    }
  };
  const goesOn = () => next < count && failures.length === 0 && !stopped();
  const worker = async () => {
    while (goesOn()) await one();
  };
  if (goesOn()) await one();
  await Promise.all(Array.from({ length: width }, worker));
  if (failures.length > 0) throw failures[0];
}
