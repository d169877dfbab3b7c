import { catalogue } from '@gantry/core';
import { allTrials } from './connectors/all-trials.ts';
import { type Foundation, refuse } from './foundation.ts';
import { settingsGuards } from './operations/settings-guards.ts';
import type { OrderNeeds } from './orders/order-needs.ts';
import { shownAddresses } from './payments/pay-addresses.ts';
import { payTrials } from './payments/pay-trials.ts';
import type { SettingsNeeds } from './settings/settings-needs.ts';
import { type SettingsTrials, trialFindings } from './settings/try-settings.ts';

/** What other rooms have to say of settings: who looks at changes, and what is shown beside what is saved. */
export function settingsRules(foundation: Foundation): Pick<SettingsNeeds, 'guards' | 'shown'> {
  return { guards: settingsGuards(foundation), shown: shownAddresses(foundation.settings) };
}

/** Every trial of every settings page; the server does not boot with one too many or too few. */
export function checkedTrials(foundation: Foundation, { adapters }: OrderNeeds): SettingsTrials {
  const trials = { ...allTrials(foundation), ...payTrials(adapters) };
  refuse(trialFindings(catalogue.settings, trials));
  return trials;
}
