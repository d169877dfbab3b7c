import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { GroupValues } from '../../../platform/settings/settings-types.ts';

/** What the settings say of registering. */
export type RegisterTerms = GroupValues<'system', 'register'>;

export async function readRegisterTerms(settings: SettingsReader): Promise<RegisterTerms> {
  const { enabled, emailDomains, blockAlias, perIpPerHour, perIpPerDay, ...more } = await settings.read(
    'system',
    'register',
  );
  const { ways, emailVerify, phoneVerify, codesPerIpPerDay, ...gifts } = more;
  const { giftCoin, giftPower, giftDays, giftOncePerEmail, firstN, firstNCoin, firstNPower } = gifts;
  const first = { firstN, firstNCoin, firstNPower };
  return {
    ...{ enabled, emailDomains, blockAlias, perIpPerHour, perIpPerDay },
    ...{ ways, emailVerify, phoneVerify, codesPerIpPerDay },
    ...{ giftCoin, giftPower, giftDays, giftOncePerEmail, ...first },
  };
}
