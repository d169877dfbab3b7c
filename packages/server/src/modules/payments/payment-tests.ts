import { ApiError, localize } from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import {
  type ConnectionTest,
  createOutboundPolicy,
  isPlainHttpAllowed,
  runConnectionTest,
} from '../../platform/outbound/index.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { SettingsGuard } from '../../platform/settings/settings-store.ts';
import type { SettingsTests } from '../../platform/settings/settings-tests.ts';
import { getUnavailableReason } from './channel-availability.ts';
import { channelGroups } from './pay-addresses.ts';
import type { PaymentAdapter, PaymentAdapters } from './payment-adapter.ts';

const httpNotAllowed = {
  zh: '须为 https；http 只能用于“系统设置 · 外部访问 · 允许的内网主机”里写明的主机',
  en: 'The URL must use HTTPS. HTTP is allowed only for hosts listed in System settings > Outbound requests > Private hosts.',
} as const;

/** Rejects a gateway URL that cannot be called when it is saved, instead of when the first order is paid. */
export function guardGateway(settings: SettingsReader): SettingsGuard {
  const policy = createOutboundPolicy(settings);
  return async (_tx, { caller, before, after }) => {
    const address = after.gatewayUrl;
    if (typeof address !== 'string' || address === before.gatewayUrl || isPlainHttpAllowed(address, await policy()))
      return;
    throw new ApiError('invalid', { errors: { gatewayUrl: [localize(httpNotAllowed, caller.locale)] } });
  };
}

/** Creates the connection test of each channel that supports one. */
export function createPaymentTests(adapters: PaymentAdapters): SettingsTests {
  const entries = Object.entries(channelGroups).flatMap(([group, channel]) => {
    const adapter = adapters.get(channel);
    const run = adapter?.probe && ((_input: unknown, caller: Caller) => testChannel(adapter, caller));
    return run ? [[`system/${group}/probe`, run] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Returns the answer of the gateway, and why the channel still cannot be used when it is disabled or a setting is missing. */
async function testChannel(
  adapter: PaymentAdapter,
  { locale }: Caller,
): Promise<ConnectionTest & { readonly said?: string }> {
  const answer: ConnectionTest & { readonly said?: string } = await runConnectionTest(() => probeGateway(adapter));
  const why = answer.ok || answer.problem === 'off' ? await getUnavailableReason(adapter) : null;
  const said = [answer.said ?? '', why ? localize(why, locale) : ''].filter((words) => words !== '');
  return said.length === 0 ? answer : { ...answer, said: said.join(' · ') };
}

async function probeGateway({ probe }: PaymentAdapter) {
  const answer = (await probe?.()) ?? {};
  return 'problem' in answer ? { ...answer, ok: false } : answer;
}
