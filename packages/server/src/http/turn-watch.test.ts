import { expect, test } from 'vitest';
import { createTurnWatch } from './turn-watch.ts';

/** A loop whose turns end when told; a call that is taken on takes 1 ms, a refusal `refusalMs`. */
function loop(refusalMs = 0.01) {
  let now = 0;
  let end = () => {};
  const watch = createTurnWatch(
    () => now,
    (done) => {
      end = done;
    },
  );
  return {
    /** So many calls in one turn: how many are taken on. */
    turn(calls: number): number {
      let taken = 0;
      for (let n = 0; n < calls; n += 1) {
        const isTaken = watch.admits();
        now += isTaken ? 1 : refusalMs;
        if (isTaken) taken += 1;
      }
      end();
      return taken;
    },
    rest(ms: number) {
      now += ms;
    },
  };
}

test('all that come at once are taken on, and so is whoever waits for an answer before asking again', () => {
  const { turn } = loop();
  expect(turn(256)).toBe(256);
  expect(turn(1)).toBe(1);
  expect(turn(200)).toBe(200);
  for (let n = 0; n < 100; n += 1) expect(turn(64)).toBe(64);
});

test('while more come than can be done, each turn does some of them and turns the rest away, until they are fewer again', () => {
  const { turn, rest } = loop();
  turn(256);
  expect(turn(300)).toBe(64);
  for (let n = 0; n < 20; n += 1) expect(turn(300)).toBe(13);
  expect(turn(10)).toBe(10);
  turn(5);
  rest(1_001);
  expect(turn(200)).toBe(200);
});

test('where refusals take long, four fifths of the time are still spent on calls', () => {
  const { turn } = loop(0.2);
  turn(256);
  turn(400);
  expect(turn(400)).toBe(201);
});
