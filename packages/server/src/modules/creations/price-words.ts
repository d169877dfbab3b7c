import type { LocalizedText } from '@gantry/core';

/** What is said of a price or an asset that is not the one of the settings. */
export const bySettings = (value: string | number): LocalizedText => ({
  zh: `设置中定为 ${value}`,
  en: `must be ${value}, as set in the task settings`,
});
