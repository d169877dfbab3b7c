import { describe, expect, it } from 'vitest';
import { assertComplete, collectParts } from './define-module.ts';

describe('collectParts', () => {
  const orders = { name: 'orders', exports: { order: 1 } };
  const redeem = { name: 'redeem', exports: { redeemCode: 2 } };

  it('joins the parts of modules and skips a module without them', () => {
    const all: readonly { readonly name: string; readonly exports?: Readonly<Record<string, number>> }[] = [
      orders,
      { name: 'usage' },
      redeem,
    ];
    expect(collectParts(all, ({ exports }) => exports)).toEqual({ order: 1, redeemCode: 2 });
  });

  it('rejects a key that two modules define', () => {
    const users = { name: 'users', exports: { order: 3 } };
    expect(() => collectParts([orders, redeem, users], ({ exports }) => exports)).toThrow(
      'the modules orders and users both define order',
    );
  });
});

describe('assertComplete', () => {
  it('rejects declared names without a handler, and names them', () => {
    expect(() => assertComplete('service call', ['ping', 'keyLease'], { ping: 1 })).toThrow(
      'no module handles the service call keyLease',
    );
    expect(() => assertComplete('service call', ['ping'], { ping: 1 })).not.toThrow();
  });
});
