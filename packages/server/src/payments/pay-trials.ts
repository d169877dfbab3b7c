import { trial } from '../outbound/index.ts';
import type { SettingsTrials } from '../settings/try-settings.ts';
import { channelGroups } from './pay-addresses.ts';
import type { PaymentAdapter, PaymentAdapters } from './payment-adapter.ts';

/** The trial of each channel that has one. */
export function payTrials(adapters: PaymentAdapters): SettingsTrials {
  const entries = Object.entries(channelGroups).flatMap(([group, channel]) => {
    const adapter = adapters.get(channel);
    return adapter?.probe ? [[`system/${group}/probe`, () => trial(() => told(adapter))] as const] : [];
  });
  return Object.fromEntries(entries);
}

async function told({ probe }: PaymentAdapter) {
  const answer = (await probe?.()) ?? {};
  return 'problem' in answer ? { ...answer, ok: false } : answer;
}
