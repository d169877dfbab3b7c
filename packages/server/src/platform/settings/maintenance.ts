import { ApiError } from '@gantry/core';
import type { SettingsReader } from './settings-reader.ts';

/** The message for people while the platform is under maintenance; null while it is not. */
export async function getMaintenanceMessage(settings: SettingsReader): Promise<string | null> {
  const { maintenance, maintenanceText } = await settings.read('system', 'site');
  return maintenance ? (maintenanceText ?? '') : null;
}

/** The error of a call that would start work while the platform is under maintenance; null while it is not. */
export async function getMaintenanceError(settings: SettingsReader): Promise<ApiError | null> {
  const reported = await getMaintenanceMessage(settings);
  if (reported === null) return null;
  return new ApiError('busy', { data: { maintenance: true }, ...(reported === '' ? {} : { message: reported }) });
}
