import { expect, test } from 'vitest';
import { createCallTurns } from './call-turns.ts';

/** A loop whose turns end when told; a call takes `callMs` of a turn. */
function loop(callMs = 1) {
  let now = 0;
  const steps: (() => void)[] = [];
  const looks: (() => void)[] = [];
  const store = { isCrowded: false };
  const begun: string[] = [];
  const turns = createCallTurns(
    () => now,
    (step, ms) => (ms === undefined ? steps : looks).push(step),
    () => store.isCrowded,
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
    /** Ends a turn, and says how many calls it began. */
    turn(): number {
      const before = begun.length;
      for (const step of steps.splice(0)) step();
      return begun.length - before;
    },
    /** Time passes; says how many looked at the store again. */
    wait: () => looks.splice(0).map((look) => look()).length,
    pass(ms: number) {
      now += ms;
    },
    isIdle: () => steps.length === 0,
  };
}
const none = () => 0;

test('a call begins at the end of the turn in which it came; then nothing is left to do', () => {
  const { line, turn, begun, isIdle } = loop();
  expect(line('one', none)(1)).toBe(1);
  expect(begun).toEqual([]);
  expect(turn()).toBe(1);
  expect(isIdle()).toBe(true);
});

test('a turn begins so many as are soon done, so that what comes meanwhile is read before long', () => {
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
  // A turn began 32 of them before any was turned away, 24 turns 8 each. 320 a second are done, so 80 may wait: 32 do.
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

test('while connections come, turns are left to them, but not for ever', () => {
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
  store.isCrowded = true;
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
  store.isCrowded = false;
  expect(wait()).toBe(1);
  while (!isIdle()) turn();
  expect(begun).toEqual(['sign-in', 'sign-in', 'call', 'call', 'call']);
  expect(wait()).toBe(0);
});

test('who has waited long enough for the store begins, and waits where it gives up in time', () => {
  const { line, turn, begun, isIdle, wait, pass, store } = loop();
  store.isCrowded = true;
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
