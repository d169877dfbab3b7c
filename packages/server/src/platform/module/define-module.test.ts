import { expect, it } from 'vitest';
import { mergeParts } from './define-module.ts';

it('joins the parts of modules, and rejects a key that two of them define', () => {
  const [orders, redeem] = [['orders', { order: 1 }] as const, ['redeem', { redeemCode: 2 }] as const];
  expect(mergeParts([orders, redeem])).toEqual({ order: 1, redeemCode: 2 });
  expect(() => mergeParts([orders, redeem, ['users', { order: 3 }]])).toThrow(
    'the modules orders and users both define order',
  );
});
