import { guardLimits } from '../approvals/guard-limits.ts';
import type { Services } from '../context.ts';
import { followTimeZone } from '../data/follow-time-zone.ts';
import type { SettingsNeeds } from '../settings/settings-needs.ts';

/** Who looks at changes of settings, by `page/group`. */
export function settingsGuards(services: Services): NonNullable<SettingsNeeds['guards']> {
  return { 'system/approval': guardLimits(services), 'system/site': followTimeZone(services) };
}
