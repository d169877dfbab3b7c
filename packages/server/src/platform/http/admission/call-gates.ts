import { apiBase, payBase, serviceBase, sessionPaths } from '@gantry/core';
import { type CallTurns, createCallTurns } from './admission-queue.ts';
import { createRunningCalls, type RunningCalls } from './running-calls.ts';
import type { LaneOf } from './shed-calls.ts';

/** Under it is all that waits for its turn. */
const allCalls = '/api/';

/** Calls in work at once in one process; more are refused at once, since they would only wait for each other. */
const runningInAll = 256;

/** What somebody needs to get in. It is answered from connections of its own, and need not wait for those that others take. */
const toGetIn: readonly string[] = [sessionPaths.login, sessionPaths.captcha];

/** How much is going on in one line. */
export interface LineLoad {
  readonly line: 'console' | 'sign_in' | 'service' | 'payment';
  readonly running: number;
  readonly waiting: number;
}

/** Where calls wait, and where they are counted once they have begun. */
export interface CallLanes {
  readonly laneOf: LaneOf;
  /** The calls of a person, by the path under the API's base. */
  runningOf(path: string): RunningCalls;
  readonly services: RunningCalls;
  readonly notices: RunningCalls;
  loads(): readonly LineLoad[];
  /** A connection was taken. */
  onConnection: CallTurns['onConnection'];
}

/**
 * Each kind of call waits in a line of its own and takes no places of the others. Services call often and from one address:
 * their limit is that of their client.
 * @param isCrowded would a call wait for the store behind others?
 */
export function createCallLanes(isSharedNetwork: () => boolean): CallLanes {
  const turns = createCallTurns(() => performance.now(), later, isSharedNetwork);
  const [people, services, signIns, notices] = [newRunning(), newRunning(), newRunning(), newRunning()];
  const usual = { path: apiBase, isLimited: true, line: turns.addLine(people) };
  const service = { path: serviceBase, isLimited: false, line: turns.addLine(services) };
  const notice = { path: payBase, isLimited: true, line: turns.addLine(notices) };
  const source = { path: apiBase, isLimited: true, line: turns.addLine(signIns, true) };
  const loadOf = (line: LineLoad['line'], running: RunningCalls, outbound: typeof usual): LineLoad => ({
    line,
    running: running.count(),
    waiting: outbound.line.waiting(),
  });
  const signInPaths = new Set(toGetIn.map((path) => `${apiBase}${path}`));
  return {
    services,
    notices,
    onConnection: turns.onConnection,
    loads: () => [
      loadOf('console', people, usual),
      loadOf('sign_in', signIns, source),
      loadOf('service', services, service),
      loadOf('payment', notices, notice),
    ],
    runningOf: (path) => (toGetIn.includes(path) ? signIns : people),
    laneOf(url) {
      if (!url.startsWith(allCalls)) return null;
      if (url.startsWith(serviceBase)) return service;
      if (url.startsWith(payBase)) return notice;
      return signInPaths.has(url) ? source : usual;
    },
  };
}

const newRunning = () => createRunningCalls(runningInAll, () => performance.now());

function later(step: () => void, ms?: number): void {
  if (ms === undefined) setImmediate(step);
  else setTimeout(step, ms);
}
