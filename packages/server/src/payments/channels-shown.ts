import { type Locale, say, type Words } from '@gantry/core';
import type { SettingsNeeds } from '../settings/settings-needs.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import { channelGroups, payAddresses } from './pay-addresses.ts';
import type { PaymentAdapters } from './payment-adapter.ts';

const ready: Words = { zh: '可用', en: 'Ready' };

/** What the groups of channels show beside what is saved: whether they can be used, and where their notices go. */
export function channelsShown(
  settings: SettingsReader,
  adapters: PaymentAdapters,
): NonNullable<SettingsNeeds['shown']> {
  const shown = (channel: string) => async (locale: Locale) => ({
    standing: say((await adapters.get(channel)?.standing()) ?? ready, locale),
    notifyUrl: (await payAddresses(settings, channel))?.notify ?? null,
  });
  return Object.fromEntries(
    Object.entries(channelGroups).map(([group, channel]) => [`system/${group}`, shown(channel)]),
  );
}
