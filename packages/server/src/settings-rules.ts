import { catalogue } from '@gantry/core';
import { type Foundation, reject } from './bootstrap.ts';
import { createDefaultModelTests } from './modules/models/default-models.ts';
import type { OrderDeps } from './modules/orders/order-needs.ts';
import { createChannelsStatus } from './modules/payments/channels-shown.ts';
import { createPaymentTests } from './modules/payments/pay-trials.ts';
import { createSettingsGuards } from './modules/settings-guards.ts';
import { createAlertsStatus } from './platform/notifications/alerts/alerts-shown.ts';
import type { SettingsDeps } from './platform/settings/settings-needs.ts';
import { diagnoseSettingsTests, type SettingsTests } from './platform/settings/try-settings.ts';
import { listSettingsTests } from './settings-trials.ts';

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
