import { type Locale, type LocalizedText, localize } from '@gantry/core';
import type { SettingsDeps } from '../../platform/settings/settings-needs.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import { keyLocked } from './channel-availability.ts';
import { channelGroups, payAddresses } from './pay-addresses.ts';
import type { PaymentAdapters } from './payment-adapter.ts';

const ready: LocalizedText = { zh: '可用', en: 'Ready' };

/** What the groups of channels show beside what is saved: whether they can be used, and where their notices go. */
export function createChannelsStatus(
  settings: SettingsReader,
  adapters: PaymentAdapters,
): NonNullable<SettingsDeps['shown']> {
  // A secret that cannot be opened must not take the page away on which it is given anew.
  const status = async (channel: string): Promise<LocalizedText> => {
    try {
      return (await adapters.get(channel)?.status()) ?? ready;
    } catch {
      return keyLocked;
    }
  };
  const shown = (channel: string) => async (locale: Locale) => ({
    status: localize(await status(channel), locale),
    notifyUrl: (await payAddresses(settings, channel))?.notify ?? null,
  });
  return Object.fromEntries(
    Object.entries(channelGroups).map(([group, channel]) => [`system/${group}`, shown(channel)]),
  );
}
