import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { GroupValues } from '../../../platform/settings/settings-types.ts';
import { type MembershipRules, readMembershipRules } from '../../memberships/index.ts';

/** What the settings say of signing in, and the zone whose days count. */
export interface SignTerms extends GroupValues<'system', 'sign'> {
  readonly timezone: string;
  readonly membership: MembershipRules;
}

export async function readSignTerms(settings: SettingsReader): Promise<SignTerms> {
  const { timezone } = await settings.read('system', 'site');
  const { enabled, cycle, resetOnBreak, creditDays, requires, ...rest } = await settings.read('system', 'sign');
  const { sameNetworkLimit, vipBonusBps, makeUpPerMonth, makeUpCost } = rest;
  const membership = await readMembershipRules(settings);
  const reward = { cycle, resetOnBreak, creditDays, vipBonusBps };
  return { timezone, membership, enabled, requires, sameNetworkLimit, makeUpPerMonth, makeUpCost, ...reward };
}
