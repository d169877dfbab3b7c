import { expect, it } from 'vitest';
import { wholePanel } from './whole-panel.ts';

it('gives what a server of before leaves out, and leaves what one of today says', () => {
  expect(wholePanel({ cards: [{ key: 'users' }, { key: 'tasks', notes: ['one'] }] })).toEqual({
    cards: [
      { key: 'users', notes: [] },
      { key: 'tasks', notes: ['one'] },
    ],
  });
  expect(wholePanel({ health: [] })).toEqual({ health: [], queue: [], services: null });
  expect(wholePanel({ health: [], queue: [1], services: [2] })).toEqual({ health: [], queue: [1], services: [2] });
  expect(wholePanel(null)).toBeNull();
});
