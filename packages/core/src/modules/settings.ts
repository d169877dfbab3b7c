import type { SettingsDefinition } from '../definition/index.ts';
import { dataSettings } from './backup/data-settings.ts';
import { frontSettings } from './clients/front-settings.ts';
import { creationSettings } from './creations/creation-settings.ts';
import { distributionSettings } from './distribution/distribution-settings.ts';
import { extensionSettings } from './extension-settings.ts';
import { keySettings } from './keys/key-settings.ts';
import { knowSettings, pdfSettings } from './knowledge/know-settings.ts';
import { recallSettings } from './knowledge/recall-settings.ts';
import { aiSettings } from './models/ai-settings.ts';
import { systemSettings } from './system-settings.ts';

export { dataSettings } from './backup/data-settings.ts';
export { frontSettings } from './clients/front-settings.ts';
export * from './creations/creation-settings.ts';
export { type VideoChannel, videoChannels, videoRatios, videoResolutions } from './creations/video-channels.ts';
export { distributionSettings } from './distribution/distribution-settings.ts';
export { extensionSettings } from './extension-settings.ts';
export { keySettings } from './keys/key-settings.ts';
export { knowSettings, pdfSettings } from './knowledge/know-settings.ts';
export { recallSettings } from './knowledge/recall-settings.ts';
export { aiSettings } from './models/ai-settings.ts';
export { notifiableEvents } from './system/notification-events.ts';
export type { UploadKind } from './system/storage-group.ts';
export { systemSettings } from './system-settings.ts';

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
export * from '../calls/change-warnings.ts';
