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
import type { SettingsTests } from '../../platform/settings/try-settings.ts';
import { listMemberships } from './channel-availability.ts';
import { channelGroups } from './pay-addresses.ts';
import type { PaymentAdapter, PaymentAdapters } from './payment-adapter.ts';

const unsealed = {
  zh: '须为 https；http 只能用于“系统设置 · 外部访问 · 允许的内网主机”里写明的主机',
  en: 'The URL must use HTTPS. HTTP is allowed only for hosts listed in System settings > Outbound requests > Private hosts.',
} as const;

/** A gateway that could not be called is rejected when it is saved, not when the first order is paid. */
export function guardGateway(settings: SettingsReader): SettingsGuard {
  const policy = createOutboundPolicy(settings);
  return async (_tx, { caller, before, after }) => {
    const address = after.gatewayUrl;
    if (typeof address !== 'string' || address === before.gatewayUrl || isPlainHttpAllowed(address, await policy()))
      return;
    throw new ApiError('invalid', { errors: { gatewayUrl: [localize(unsealed, caller.locale)] } });
  };
}

/** The trial of each channel that has one. */
export function createPaymentTests(adapters: PaymentAdapters): SettingsTests {
  const entries = Object.entries(channelGroups).flatMap(([group, channel]) => {
    const adapter = adapters.get(channel);
    const run = adapter?.probe && ((_input: unknown, caller: Caller) => tried(adapter, caller));
    return run ? [[`system/${group}/probe`, run] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** What the gateway said, and why the channel cannot be used all the same: it is off, or something else is missing. */
async function tried(
  adapter: PaymentAdapter,
  { locale }: Caller,
): Promise<ConnectionTest & { readonly said?: string }> {
  const answer: ConnectionTest & { readonly said?: string } = await runConnectionTest(() => reported(adapter));
  const why = answer.ok || answer.problem === 'off' ? await listMemberships(adapter) : null;
  const said = [answer.said ?? '', why ? localize(why, locale) : ''].filter((words) => words !== '');
  return said.length === 0 ? answer : { ...answer, said: said.join(' · ') };
}

async function reported({ probe }: PaymentAdapter) {
  const answer = (await probe?.()) ?? {};
  return 'problem' in answer ? { ...answer, ok: false } : answer;
}
