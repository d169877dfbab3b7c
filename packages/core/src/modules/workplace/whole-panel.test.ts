import { expect, it } from 'vitest';
import { getFullPanel } from './whole-panel.ts';

it('getFullPanel adds lists that an older server omits, and keeps existing ones', () => {
  expect(getFullPanel({ cards: [{ key: 'users' }, { key: 'tasks', notes: ['one'] }] })).toEqual({
    cards: [
      { key: 'users', notes: [] },
      { key: 'tasks', notes: ['one'] },
    ],
  });
  expect(getFullPanel({ health: [] })).toEqual({ health: [], queue: [], services: null });
  expect(getFullPanel({ health: [], queue: [1], services: [2] })).toEqual({ health: [], queue: [1], services: [2] });
  expect(getFullPanel(null)).toBeNull();
});
