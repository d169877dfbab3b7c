import type { Services } from '../platform/context/context.ts';
import { resetRetryTime } from '../platform/notifications/alerts/alert-channel.ts';
import type { SettingsReader } from '../platform/settings/settings-reader.ts';
import type { SettingsDeps, SettingsGuard } from '../platform/settings/settings-store.ts';
import { followTimeZone } from './backup/follow-time-zone.ts';
import { frontGuards } from './clients/front-versions.ts';
import { guardRealChannel, guardSandbox } from './payments/guard-sandbox.ts';
import { guardGateway } from './payments/pay-trials.ts';
import { guardLimits, guardRewards } from './risk/approvals/guard-limits.ts';

const both =
  (one: SettingsGuard, other: SettingsGuard): SettingsGuard =>
  async (tx, change) =>
    (await one(tx, change)) ?? other(tx, change);

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
    'extensions/mail': resetRetryTime('mail'),
    'extensions/webhook': resetRetryTime('webhook'),
  };
}
