import type { Words } from '@gantry/core';

/** What is said of a price or an asset that is not the one of the settings. */
export const bySettings = (value: string | number): Words => ({
  zh: `设置中定为 ${value}`,
  en: `is ${value} by the settings`,
});
