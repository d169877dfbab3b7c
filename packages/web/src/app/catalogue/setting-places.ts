import { catalogue, listSettings, type SettingPlace } from '@gantry/core';

/** Every setting by what it is called and where it stands. Worked out when the console is built, as the outline is. */
export const findSettings: readonly SettingPlace[] = listSettings(catalogue);
