import { catalogue } from '@gantry/core';
import { alertsShown } from './connectors/alerts/alerts-shown.ts';
import { allTrials } from './connectors/all-trials.ts';
import { type Foundation, refuse } from './foundation.ts';
import { defaultModelTrials } from './operations/pricing/default-models.ts';
import { settingsGuards } from './operations/settings-guards.ts';
import type { OrderNeeds } from './orders/order-needs.ts';
import { channelsShown } from './payments/channels-shown.ts';
import { payTrials } from './payments/pay-trials.ts';
import type { SettingsNeeds } from './settings/settings-needs.ts';
import { type SettingsTrials, trialFindings } from './settings/try-settings.ts';

/** What settings pages work with; other rooms look at changes, and show what stands beside what is saved. */
export function settingsNeeds(foundation: Foundation, { adapters }: OrderNeeds): SettingsNeeds {
  const shown = { ...channelsShown(foundation.settings, adapters), ...alertsShown(foundation) };
  return { ...foundation, guards: settingsGuards(foundation), shown };
}

/** Every trial of every settings page; the server does not boot with one too many or too few. */
export function checkedTrials(foundation: Foundation, { adapters }: OrderNeeds): SettingsTrials {
  const trials = { ...allTrials(foundation), ...defaultModelTrials(foundation), ...payTrials(adapters) };
  refuse(trialFindings(catalogue.settings, trials));
  return trials;
}
