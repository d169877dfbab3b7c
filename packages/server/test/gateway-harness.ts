import { expect } from 'vitest';
import { alipayHost } from './alipay-host.ts';
import { epayHost } from './epay-host.ts';
import type { FakeGateway } from './fake-gateway.ts';
import { createOrderHarness, type OrderHarness } from './order-harness.ts';
import { stripeHost } from './stripe-host.ts';
import { wechatPayHost } from './wechat-pay-host.ts';

/** A shop whose settings contain a fake of every gateway, each on the loopback. */
export interface GatewayHarness {
  readonly harness: OrderHarness;
  readonly gateways: ReadonlyMap<string, FakeGateway>;
  /** Versions of the settings groups saved here. */
  readonly versions: ReadonlyMap<string, number>;
  save(group: string, values: object): Promise<void>;
  /** Closes everything and asserts that the ledger is consistent. */
  drop(): Promise<void>;
}

export async function createGatewayHarness(kind: 'sqlite' | 'postgres'): Promise<GatewayHarness> {
  // Generating keys is slow and blocks the event loop, so it is done before the server accepts calls.
  let now: () => number = Date.now;
  const clock = () => now();
  const hosts = [await stripeHost(clock), await wechatPayHost(clock), await alipayHost(), await epayHost()];
  const gateways = new Map(hosts.map((gateway) => [gateway.channel, gateway]));
  const harness = await createOrderHarness(kind);
  now = () => harness.space.now;
  // Real payments and sandbox payments are never enabled together.
  await harness.set({ sandboxEnabled: false });
  const versions = new Map([['pay', 2]]);
  const save = async (group: string, values: object) => {
    const version = versions.get(group) ?? 0;
    const saved = await harness.space.admin('/settings/save', { page: 'system', group, version, values });
    expect([saved.code, saved.errors]).toEqual([20_000, {}]);
    versions.set(group, version + 1);
    harness.space.now += 1001;
  };
  await save('outbound', { privateHosts: hosts.map(({ host }) => host.host) });
  await save('site', { url: 'https://shop.example.com' });
  for (const { group, settings } of hosts) await save(group, settings);
  const drop = async () => {
    expect(await harness.space.broken()).toEqual([]);
    await harness.space.drop();
    for (const { host } of hosts) await host.stop();
  };
  return { harness, gateways, versions, save, drop };
}
