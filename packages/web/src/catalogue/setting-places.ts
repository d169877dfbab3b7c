import { catalogue, type SettingPlace, settingPlacesOf } from '@gantry/core';

/** Every setting by what it is called and where it stands. Worked out when the console is built, as the outline is. */
export const settingPlaces: readonly SettingPlace[] = settingPlacesOf(catalogue);
