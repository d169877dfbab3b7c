import { expect, it } from 'vitest';
import { layOutWorkplace } from './workplace.tsx';

it('never uses more lines than the screen has, whatever is docked below', () => {
  for (let height = 3; height <= 60; height += 1)
    for (const cards of [1, 6, 12, 20]) {
      const { left, right } = layOutWorkplace({ width: 80, height }, cards, cards % 4);
      for (const column of [left, right]) {
        const heights = Object.values(column).map((size) => size.height);
        expect(Math.min(...heights)).toBeGreaterThanOrEqual(0);
        expect([height, heights.reduce((sum, one) => sum + one, 0)]).toEqual([height, height]);
      }
    }
  expect(layOutWorkplace({ width: 80, height: 19 }, 6).right).toMatchObject({
    messages: { height: 9 },
    orders: { height: 3 },
  });
});
