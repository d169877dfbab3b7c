import type { SettingsDefinition } from '../definition/index.ts';
import { systemSettings } from './system-settings.ts';

export { systemSettings } from './system-settings.ts';

/** Every settings page. */
export const allSettings: readonly SettingsDefinition[] = [systemSettings];
