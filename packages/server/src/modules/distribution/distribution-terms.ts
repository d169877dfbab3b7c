import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { GroupValues } from '../../platform/settings/settings-types.ts';
import type { Reader } from '../../platform/store/database.ts';

/** What the settings say of commissions and of regional agents, and the zone whose days count. */
export interface DistributionTerms {
  readonly commissions: GroupValues<'distribution', 'commissions'>;
  readonly agency: GroupValues<'distribution', 'agency'>;
  readonly timezone: string;
}

/** @param through the transaction that asks, if one is open: it must not wait for a second connection */
export async function readDistributionTerms(settings: SettingsReader, through?: Reader): Promise<DistributionTerms> {
  const { timezone } = await settings.read('system', 'site', through);
  return {
    timezone,
    commissions: await settings.read('distribution', 'commissions', through),
    agency: await settings.read('distribution', 'agency', through),
  };
}

/** By what money is paid out. */
export interface PayoutTerms extends GroupValues<'distribution', 'withdrawals'> {
  readonly timezone: string;
}

export async function readPayoutTerms(settings: SettingsReader, through?: Reader): Promise<PayoutTerms> {
  const { timezone } = await settings.read('system', 'site', through);
  return { timezone, ...(await settings.read('distribution', 'withdrawals', through)) };
}
