import type { SettingsDefinition } from '../definition/index.ts';
import { aiSettings } from './ai-settings.ts';
import { creationSettings } from './creation-settings.ts';
import { dataSettings } from './data-settings.ts';
import { distributionSettings } from './distribution-settings.ts';
import { extensionSettings } from './extension-settings.ts';
import { frontSettings } from './front-settings.ts';
import { keySettings } from './key-settings.ts';
import { knowSettings, pdfSettings } from './know-settings.ts';
import { recallSettings } from './recall-settings.ts';
import { systemSettings } from './system-settings.ts';

export { aiSettings } from './ai-settings.ts';
export * from './creation-settings.ts';
export { dataSettings } from './data-settings.ts';
export { distributionSettings } from './distribution-settings.ts';
export { extensionSettings } from './extension-settings.ts';
export { frontSettings } from './front-settings.ts';
export { keySettings } from './key-settings.ts';
export { knowSettings, pdfSettings } from './know-settings.ts';
export { recallSettings } from './recall-settings.ts';
export type { UploadKind } from './storage-group.ts';
export { systemSettings } from './system-settings.ts';
export { notifiableEvents } from './told-events.ts';
export { type VideoChannel, videoChannels, videoRatios, videoResolutions } from './video-channels.ts';

/** Every settings page. */
export const allSettings: readonly SettingsDefinition[] = [
  systemSettings,
  extensionSettings,
  frontSettings,
  dataSettings,
  keySettings,
  aiSettings,
  ...creationSettings,
  distributionSettings,
  pdfSettings,
  knowSettings,
  recallSettings,
];
export * from './change-warnings.ts';
