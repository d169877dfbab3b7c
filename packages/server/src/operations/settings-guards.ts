import { guardLimits, guardRewards } from '../approvals/guard-limits.ts';
import { tryAgain } from '../connectors/alerts/alert-pace.ts';
import type { Services } from '../context.ts';
import { followTimeZone } from '../data/follow-time-zone.ts';
import { guardGateway } from '../payments/guard-gateway.ts';
import { guardRealChannel, guardSandbox } from '../payments/guard-sandbox.ts';
import type { SettingsDeps, SettingsGuard } from '../settings/settings-needs.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import { frontGuards } from './expand/front-versions.ts';

const both =
  (one: SettingsGuard, other: SettingsGuard): SettingsGuard =>
  async (tx, change) => {
    await one(tx, change);
    await other(tx, change);
  };

/** Who looks at changes of settings, by `page/group`. */
export function createSettingsGuards(
  services: Services & { readonly settings: SettingsReader },
): NonNullable<SettingsDeps['guards']> {
  const gateway = both(guardGateway(services.settings), guardRealChannel(services));
  return {
    ...frontGuards,
    ...guardRewards(services),
    'system/approval': guardLimits(services),
    'system/site': followTimeZone(services),
    'system/pay': guardSandbox(services),
    'system/alipay': gateway,
    'system/wechatPay': gateway,
    'system/epay': gateway,
    'system/stripe': gateway,
    'extensions/mail': tryAgain('mail'),
    'extensions/webhook': tryAgain('webhook'),
  };
}
