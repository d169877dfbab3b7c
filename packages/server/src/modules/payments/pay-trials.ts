import { localize } from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';
import { type ConnectionTest, runConnectionTest } from '../../platform/outbound/index.ts';
import type { SettingsTests } from '../../platform/settings/try-settings.ts';
import { listMemberships } from './channel-availability.ts';
import { channelGroups } from './pay-addresses.ts';
import type { PaymentAdapter, PaymentAdapters } from './payment-adapter.ts';

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
