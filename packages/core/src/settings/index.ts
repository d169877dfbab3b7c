import type { SettingsDefinition } from '../definition/index.ts';
import { aiSettings } from './ai-settings.ts';
import { creationSettings } from './creation-settings.ts';
import { frontSettings } from './front-settings.ts';
import { keySettings } from './key-settings.ts';
import { knowSettings, pdfSettings } from './know-settings.ts';
import { systemSettings } from './system-settings.ts';

export { aiSettings } from './ai-settings.ts';
export * from './creation-settings.ts';
export { frontSettings } from './front-settings.ts';
export { keySettings } from './key-settings.ts';
export { knowSettings, pdfSettings } from './know-settings.ts';
export { systemSettings } from './system-settings.ts';

/** Every settings page. */
export const allSettings: readonly SettingsDefinition[] = [
  systemSettings,
  frontSettings,
  keySettings,
  aiSettings,
  ...creationSettings,
  pdfSettings,
  knowSettings,
];
