import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCallTurns } from './admission-queue.ts';
import { createRunningCalls } from './running-calls.ts';

/** An event loop whose turns are ended by the test; each call takes `callMs` of a turn. */
function createLoop(callMs = 1) {
  let now = 0;
  const steps: (() => void)[] = [];
  const timers: (() => void)[] = [];
  const database = { isSaturated: false };
  const started: string[] = [];
  const turns = createCallTurns(
    () => now,
    (step, ms) => (ms === undefined ? steps : timers).push(step),
    () => database.isSaturated,
  );
  return {
    ...turns,
    database,
    started,
    line(name: string, running: () => number, endedPerSecond = () => 0, isReserved = false) {
      const line = turns.addLine({ count: running, endedPerSecond }, isReserved);
      const call = () => {
        now += callMs;
        started.push(name);
      };
      /** Sends the given number of calls and returns how many were accepted. */
      return (calls: number) => Array.from({ length: calls }, () => line.admits(call)).filter(Boolean).length;
    },
    /** Ends a turn and returns how many calls it started. */
    turn(): number {
      const before = started.length;
      for (const step of steps.splice(0)) step();
      return started.length - before;
    },
    /** Runs the pending checks of the database and returns their number. */
    runChecks: () => timers.splice(0).map((check) => check()).length,
    pass(ms: number) {
      now += ms;
    },
    isIdle: () => steps.length === 0,
  };
}
const none = () => 0;

test('starts a call at the end of the turn in which it arrived, and is idle afterwards', () => {
  const { line, turn, started, isIdle } = createLoop();
  expect(line('one', none)(1)).toBe(1);
  expect(started).toEqual([]);
  expect(turn()).toBe(1);
  expect(isIdle()).toBe(true);
});

test('starts only as many calls per turn as finish soon, so that new requests are read in time', () => {
  const quick = createLoop(0.01);
  quick.line('quick', none)(40);
  expect([quick.turn(), quick.turn(), quick.turn()]).toEqual([32, 8, 0]);
  const usual = createLoop(1);
  usual.line('usual', none)(10);
  expect([usual.turn(), usual.turn(), usual.turn()]).toEqual([4, 4, 2]);
  const slow = createLoop(300);
  slow.line('slow', none)(2);
  expect([slow.turn(), slow.turn()]).toEqual([1, 1]);
});

test('accepts a burst; after that, limits the waiting calls to what the line completes in 250 ms', () => {
  let ended = 0;
  const { line, turn, isIdle } = createLoop(0.01);
  const sendCalls = line('call', none, () => ended);
  expect(sendCalls(300)).toBe(256);
  for (let n = 0; n < 25; n += 1) turn();
  // The first turn started 32 of them, and each of the 24 turns after the first rejection 8. The line completes 320 a second, so
  // 80 may wait, and 32 do.
  ended = 320;
  expect(sendCalls(100)).toBe(48);
  turn();
  expect(sendCalls(100)).toBe(8);
  ended = 10_000;
  expect(sendCalls(300)).toBe(176);
  while (!isIdle()) turn();
  ended = 1;
  expect(sendCalls(300)).toBe(256);
});

test('limits a burst to what a line completes in 750 ms once the line is known to be slow', () => {
  let [ended, running] = [0, 0];
  const { line, turn, isIdle, pass } = createLoop(0);
  const sendCalls = line(
    'call',
    () => running,
    () => ended,
  );
  const drain = () => {
    running = 0;
    while (!isIdle()) turn();
  };
  // As long as its capacity is unknown, the line accepts a burst, which then waits for two seconds.
  expect(sendCalls(300)).toBe(256);
  drain();
  [running, ended] = [32, 160];
  sendCalls(1);
  pass(2_000);
  sendCalls(1);
  drain();
  ended = 0;
  expect(sendCalls(300)).toBe(120);
  drain();
  pass(60_000);
  expect(sendCalls(300)).toBe(256);
});

/** A server with simulated time that completes `perSecond` calls a second, one after the other. */
function slowServer(perSecond: number) {
  let now = 0;
  const steps: (() => void)[] = [];
  const turns = createCallTurns(
    () => now,
    (step) => steps.push(step),
    () => false,
  );
  const calls = createRunningCalls(1_000, () => now);
  const line = turns.addLine(calls);
  const running: { since: number; leave: () => void }[] = [];
  const waits: number[] = [];
  let [done, sent] = [0, 0];
  const send = () => {
    const since = now;
    line.admits(() => running.push({ since, leave: calls.enter(0) }));
  };
  const end = ({ since, leave }: { since: number; leave: () => void }) => {
    leave();
    waits.push(now - since);
  };
  return {
    waits,
    ahead: calls.count,
    send,
    /** Advances the time by `ms`, during which `coming` calls a second arrive; the accepted ones are completed in order. */
    pass(ms: number, coming: number) {
      for (const until = now + ms; now < until; now += 1) {
        for (sent += coming / 1_000; sent >= 1; sent -= 1) send();
        for (const step of steps.splice(0)) step();
        for (done = Math.min(2, done + perSecond / 1_000); done >= 1 && running.length > 0; done -= 1) {
          const first = running.shift();
          if (first) end(first);
        }
      }
    },
  };
}

test('completes every accepted call within a second, even when more calls arrive than a slow server can complete', () => {
  const rates = fc.integer({ min: 80, max: 800 });
  const loads = fc.array(fc.constantFrom(0.5, 0.9, 1, 1.1, 2, 5), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(rates, loads, (perSecond, times) => {
      const server = slowServer(perSecond);
      // As many concurrent clients as the server can always serve.
      for (let n = 0; n < 32; n += 1) server.send();
      for (let ms = 0; ms < 4_000; ms += 1) {
        server.pass(1, 0);
        while (server.ahead() < 32) {
          server.send();
          server.pass(1, 0);
        }
      }
      server.waits.length = 0;
      for (const load of times) server.pass(3_000, perSecond * load);
      expect(Math.max(...server.waits)).toBeLessThan(1_000);
    }),
    { numRuns: 30 },
  );
});

test('never rejects 64 clients that wait for a response before they send the next request', () => {
  const { line, turn } = createLoop(500);
  const sendCalls = line('call', none);
  expect(sendCalls(64)).toBe(64);
  for (let n = 0; n < 500; n += 1) expect(sendCalls(turn())).toBe(1);
});

test('gives every second start to another line, however many calls wait in the first', () => {
  const { line, turn, started } = createLoop(1);
  line('service', none)(256);
  const peopleCalls = line('people', none);
  expect(peopleCalls(2)).toBe(2);
  turn();
  expect(started).toEqual(['people', 'service', 'people', 'service']);
});

test('leaves turns to new connections, but at most 16 in a row', () => {
  const { line, turn, onConnection } = createLoop(0.01);
  line('call', none)(10);
  onConnection();
  expect([turn(), turn()]).toEqual([0, 10]);
  line('more', none)(10);
  const startedPerTurn = Array.from({ length: 17 }, () => {
    onConnection();
    return turn();
  });
  expect(startedPerTurn).toEqual([...Array.from({ length: 16 }, () => 0), 10]);
});

test('keeps calls in line while the database is saturated, except those of a reserved line, without busy waiting', () => {
  const { line, turn, started, isIdle, runChecks, database } = createLoop();
  database.isSaturated = true;
  line('call', none)(3);
  const signIn = line('sign-in', none, none, true);
  signIn(1);
  while (!isIdle()) turn();
  expect(started).toEqual(['sign-in']);
  for (let n = 0; n < 3; n += 1) {
    expect(runChecks()).toBe(1);
    expect([turn(), isIdle()]).toEqual([0, true]);
  }
  signIn(1);
  while (!isIdle()) turn();
  expect(started).toEqual(['sign-in', 'sign-in']);
  database.isSaturated = false;
  expect(runChecks()).toBe(1);
  while (!isIdle()) turn();
  expect(started).toEqual(['sign-in', 'sign-in', 'call', 'call', 'call']);
  expect(runChecks()).toBe(0);
});

test('starts a call that has waited two seconds for the database, so that it can time out waiting for a connection', () => {
  const { line, turn, started, isIdle, runChecks, pass, database } = createLoop();
  database.isSaturated = true;
  line('call', none)(3);
  while (!isIdle()) turn();
  pass(1_999);
  runChecks();
  expect([turn(), started]).toEqual([0, []]);
  pass(1);
  runChecks();
  while (!isIdle()) turn();
  expect(started).toEqual(['call', 'call', 'call']);
});
