import { catalogue, listSettings, type SettingPlace } from '@gantry/core';

/** All settings with their labels and positions. Computed at build time, like the outline. */
export const findSettings: readonly SettingPlace[] = listSettings(catalogue);
