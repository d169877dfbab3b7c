import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { GroupValues } from '../../../platform/settings/settings-types.ts';
import type { Reader } from '../../../platform/store/database.ts';

/** What the settings say of invites, and the zone whose days count. */
export interface InviteTerms extends GroupValues<'system', 'invite'> {
  readonly timezone: string;
}

/** @param through the transaction that asks, if one is open: it must not wait for a second connection */
export async function readInviteTerms(settings: SettingsReader, through?: Reader): Promise<InviteTerms> {
  const { timezone } = await settings.read('system', 'site', through);
  const { enabled, trigger, asset, creditDays, coolDays, ...rest } = await settings.read('system', 'invite', through);
  const { inviterReward, inviteeReward, percentBps, maxPerDay, sameNetworkLimit } = rest;
  const amounts = { inviterReward, inviteeReward, percentBps };
  return { timezone, enabled, trigger, asset, creditDays, coolDays, maxPerDay, sameNetworkLimit, ...amounts };
}
