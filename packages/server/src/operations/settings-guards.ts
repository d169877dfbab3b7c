import { guardLimits, guardRewards } from '../approvals/guard-limits.ts';
import { tryAgain } from '../connectors/alerts/alert-pace.ts';
import type { Services } from '../context.ts';
import { followTimeZone } from '../data/follow-time-zone.ts';
import { guardGateway } from '../payments/guard-gateway.ts';
import type { SettingsNeeds } from '../settings/settings-needs.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import { frontGuards } from './expand/front-versions.ts';

/** Who looks at changes of settings, by `page/group`. */
export function settingsGuards(
  services: Services & { readonly settings: SettingsReader },
): NonNullable<SettingsNeeds['guards']> {
  const gateway = guardGateway(services.settings);
  return {
    ...frontGuards,
    ...guardRewards(services),
    'system/approval': guardLimits(services),
    'system/site': followTimeZone(services),
    'system/alipay': gateway,
    'system/wechatPay': gateway,
    'system/epay': gateway,
    'system/stripe': gateway,
    'extensions/mail': tryAgain('mail'),
    'extensions/webhook': tryAgain('webhook'),
  };
}
