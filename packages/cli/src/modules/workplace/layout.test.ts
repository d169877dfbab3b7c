import { expect, it } from 'vitest';
import { layWorkplace } from './workplace.tsx';

it('never needs more lines than there are, whatever is docked below', () => {
  for (let height = 3; height <= 60; height += 1)
    for (const cards of [1, 6, 12, 20]) {
      const { left, right } = layWorkplace({ width: 80, height }, cards, cards % 4);
      for (const column of [left, right]) {
        const heights = Object.values(column).map((size) => size.height);
        expect(Math.min(...heights)).toBeGreaterThanOrEqual(0);
        expect([height, heights.reduce((sum, one) => sum + one, 0)]).toEqual([height, height]);
      }
    }
  expect(layWorkplace({ width: 80, height: 19 }, 6).right).toMatchObject({
    messages: { height: 9 },
    orders: { height: 3 },
  });
});
