import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCallTurns } from './admission-queue.ts';
import { createRunningCalls } from './running-calls.ts';

/** A loop whose turns end on command; a call takes `callMs` of a turn. */
function loop(callMs = 1) {
  let now = 0;
  const steps: (() => void)[] = [];
  const appearance: (() => void)[] = [];
  const store = { isSaturated: false };
  const begun: string[] = [];
  const turns = createCallTurns(
    () => now,
    (step, ms) => (ms === undefined ? steps : appearance).push(step),
    () => store.isSaturated,
  );
  return {
    ...turns,
    store,
    begun,
    line(name: string, running: () => number, endedPerSecond = () => 0, isReserved = false) {
      const line = turns.addLine({ count: running, endedPerSecond }, isReserved);
      const call = () => {
        now += callMs;
        begun.push(name);
      };
      /** Of so many that come, how many are taken on. */
      return (calls: number) => Array.from({ length: calls }, () => line.admits(call)).filter(Boolean).length;
    },
    /** Ends a turn, and says how many calls it started. */
    turn(): number {
      const before = begun.length;
      for (const step of steps.splice(0)) step();
      return begun.length - before;
    },
    /** Time passes; says how many looked at the store again. */
    wait: () => appearance.splice(0).map((look) => look()).length,
    pass(ms: number) {
      now += ms;
    },
    isIdle: () => steps.length === 0,
  };
}
const none = () => 0;

test('a call starts at the end of the turn in which it came; then nothing is left to do', () => {
  const { line, turn, begun, isIdle } = loop();
  expect(line('one', none)(1)).toBe(1);
  expect(begun).toEqual([]);
  expect(turn()).toBe(1);
  expect(isIdle()).toBe(true);
});

test('a turn starts only as many calls as are done soon, so that new requests are read in time', () => {
  const quick = loop(0.01);
  quick.line('quick', none)(40);
  expect([quick.turn(), quick.turn(), quick.turn()]).toEqual([32, 8, 0]);
  const usual = loop(1);
  usual.line('usual', none)(10);
  expect([usual.turn(), usual.turn(), usual.turn()]).toEqual([4, 4, 2]);
  const slow = loop(300);
  slow.line('slow', none)(2);
  expect([slow.turn(), slow.turn()]).toEqual([1, 1]);
});

test('what comes at once is taken on; after that no more may wait than are done in a moment', () => {
  let ended = 0;
  const { line, turn, isIdle } = loop(0.01);
  const come = line('call', none, () => ended);
  expect(come(300)).toBe(256);
  for (let n = 0; n < 25; n += 1) turn();
  // A turn started 32 of them before any was turned away, 24 turns 8 each. 320 a second are done, so 80 may wait: 32 do.
  ended = 320;
  expect(come(100)).toBe(48);
  turn();
  expect(come(100)).toBe(8);
  ended = 10_000;
  expect(come(300)).toBe(176);
  while (!isIdle()) turn();
  ended = 1;
  expect(come(300)).toBe(256);
});

test('of a line that is known to be slow no more is taken on at once than it does in a moment', () => {
  let [ended, running] = [0, 0];
  const { line, turn, isIdle, pass } = loop(0);
  const come = line(
    'call',
    () => running,
    () => ended,
  );
  const rest = () => {
    running = 0;
    while (!isIdle()) turn();
  };
  // Before anything is known of it a crowd is taken on, which then waits for two seconds.
  expect(come(300)).toBe(256);
  rest();
  [running, ended] = [32, 160];
  come(1);
  pass(2_000);
  come(1);
  rest();
  ended = 0;
  expect(come(300)).toBe(120);
  rest();
  pass(60_000);
  expect(come(300)).toBe(256);
});

/** A server that ends so many calls a second, one after the other, in time of its own. */
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
  const begun: { since: number; leave: () => void }[] = [];
  const waits: number[] = [];
  let [done, sent] = [0, 0];
  const send = () => {
    const since = now;
    line.admits(() => begun.push({ since, leave: calls.enter(0) }));
  };
  const end = ({ since, leave }: { since: number; leave: () => void }) => {
    leave();
    waits.push(now - since);
  };
  return {
    waits,
    ahead: calls.count,
    send,
    /** So many ms pass, in which so many calls a second come; those that have room are done in their turn. */
    pass(ms: number, coming: number) {
      for (const until = now + ms; now < until; now += 1) {
        for (sent += coming / 1_000; sent >= 1; sent -= 1) send();
        for (const step of steps.splice(0)) step();
        for (done = Math.min(2, done + perSecond / 1_000); done >= 1 && begun.length > 0; done -= 1) {
          const first = begun.shift();
          if (first) end(first);
        }
      }
    },
  };
}

test('whoever is taken on is done within a second, however many more come than a slow server can do', () => {
  const paces = fc.integer({ min: 80, max: 800 });
  const loads = fc.array(fc.constantFrom(0.5, 0.9, 1, 1.1, 2, 5), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(paces, loads, (perSecond, times) => {
      const server = slowServer(perSecond);
      // As many people as it has all that it can do with, and no more.
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

test('as many people as wait for their answers before they ask again are never turned away', () => {
  const { line, turn } = loop(500);
  const come = line('call', none);
  expect(come(64)).toBe(64);
  for (let n = 0; n < 500; n += 1) expect(come(turn())).toBe(1);
});

test('however many wait in one line, those of another have every second turn', () => {
  const { line, turn, begun } = loop(1);
  line('service', none)(256);
  const people = line('people', none);
  expect(people(2)).toBe(2);
  turn();
  expect(begun).toEqual(['people', 'service', 'people', 'service']);
});

test('while connections come, turns are left to them, but not forever', () => {
  const { line, turn, onConnection } = loop(0.01);
  line('call', none)(10);
  onConnection();
  expect([turn(), turn()]).toEqual([0, 10]);
  line('more', none)(10);
  const began = Array.from({ length: 17 }, () => {
    onConnection();
    return turn();
  });
  expect(began).toEqual([...Array.from({ length: 16 }, () => 0), 10]);
});

test('a call that would wait for the store waits in line; a reserved one does not, and nothing turns in circles', () => {
  const { line, turn, begun, isIdle, wait, store } = loop();
  store.isSaturated = true;
  line('call', none)(3);
  const signIn = line('sign-in', none, none, true);
  signIn(1);
  while (!isIdle()) turn();
  expect(begun).toEqual(['sign-in']);
  for (let n = 0; n < 3; n += 1) {
    expect(wait()).toBe(1);
    expect([turn(), isIdle()]).toEqual([0, true]);
  }
  signIn(1);
  while (!isIdle()) turn();
  expect(begun).toEqual(['sign-in', 'sign-in']);
  store.isSaturated = false;
  expect(wait()).toBe(1);
  while (!isIdle()) turn();
  expect(begun).toEqual(['sign-in', 'sign-in', 'call', 'call', 'call']);
  expect(wait()).toBe(0);
});

test('a call that has waited long enough for the store starts, and waits for a connection, which times out', () => {
  const { line, turn, begun, isIdle, wait, pass, store } = loop();
  store.isSaturated = true;
  line('call', none)(3);
  while (!isIdle()) turn();
  pass(1_999);
  wait();
  expect([turn(), begun]).toEqual([0, []]);
  pass(1);
  wait();
  while (!isIdle()) turn();
  expect(begun).toEqual(['call', 'call', 'call']);
});
