import { type Locale, say, type Words } from '@gantry/core';
import type { SettingsNeeds } from '../settings/settings-needs.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import { channelGroups, payAddresses } from './pay-addresses.ts';
import type { PaymentAdapters } from './payment-adapter.ts';
import { keyLocked } from './standing-of.ts';

const ready: Words = { zh: '可用', en: 'Ready' };

/** What the groups of channels show beside what is saved: whether they can be used, and where their notices go. */
export function channelsShown(
  settings: SettingsReader,
  adapters: PaymentAdapters,
): NonNullable<SettingsNeeds['shown']> {
  // A secret that cannot be opened must not take the page away on which it is given anew.
  const standing = async (channel: string): Promise<Words> => {
    try {
      return (await adapters.get(channel)?.standing()) ?? ready;
    } catch {
      return keyLocked;
    }
  };
  const shown = (channel: string) => async (locale: Locale) => ({
    standing: say(await standing(channel), locale),
    notifyUrl: (await payAddresses(settings, channel))?.notify ?? null,
  });
  return Object.fromEntries(
    Object.entries(channelGroups).map(([group, channel]) => [`system/${group}`, shown(channel)]),
  );
}
