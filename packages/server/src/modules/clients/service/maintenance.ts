import type { ServiceCalls } from '@gantry/core';
import { getMaintenanceError } from '../../../platform/settings/maintenance.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';

/** Calls that start something. What was started can be completed, reported and read also while the platform is under maintenance. */
const beginning: readonly (keyof ServiceCalls)[] = [
  'billingHold',
  'taskCreate',
  'pdfSubmit',
  'pdfAsk',
  'knowledgeCreate',
  'knowledgeSubmit',
  'orderCreate',
  'userRegister',
  'redeemUse',
  'signIn',
  'signMakeUp',
];

/** A handler that starts nothing new under maintenance; those that start nothing stay as they are. */
export function rejectDuringMaintenance<H extends (...given: never[]) => Promise<unknown>>(
  settings: SettingsReader,
  name: string,
  handler: H,
): H {
  if (!(beginning as readonly string[]).includes(name)) return handler;
  const guarded = async (...given: Parameters<H>) => {
    const problem = await getMaintenanceError(settings);
    if (problem) throw problem;
    return handler(...given);
  };
  return guarded as unknown as H;
}
