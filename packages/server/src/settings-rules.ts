import { catalogue } from '@gantry/core';
import { createAlertsStatus } from './connectors/alerts/alerts-shown.ts';
import { listSettingsTests } from './connectors/all-trials.ts';
import { type Foundation, reject } from './foundation.ts';
import { createDefaultModelTests } from './operations/pricing/default-models.ts';
import { createSettingsGuards } from './operations/settings-guards.ts';
import type { OrderDeps } from './orders/order-needs.ts';
import { createChannelsStatus } from './payments/channels-shown.ts';
import { createPaymentTests } from './payments/pay-trials.ts';
import type { SettingsDeps } from './settings/settings-needs.ts';
import { diagnoseSettingsTests, type SettingsTests } from './settings/try-settings.ts';

/** What settings pages work with; other rooms look at changes, and show what stands beside what is saved. */
export function createSettingsDeps(foundation: Foundation, { adapters }: OrderDeps): SettingsDeps {
  const shown = { ...createChannelsStatus(foundation.settings, adapters), ...createAlertsStatus(foundation) };
  return { ...foundation, guards: createSettingsGuards(foundation), shown };
}

/** Every trial of every settings page; the server does not boot with one too many or too few. */
export function checkSettingsTests(foundation: Foundation, { adapters }: OrderDeps): SettingsTests {
  const connectionTests = {
    ...listSettingsTests(foundation),
    ...createDefaultModelTests(foundation),
    ...createPaymentTests(adapters),
  };
  reject(diagnoseSettingsTests(catalogue.settings, connectionTests));
  return connectionTests;
}
