import type { UploadKind } from '@gantry/core';
import type { SettingsReader } from './settings-reader.ts';

const megabyte = 1024 * 1024;

/** How large an upload may be in bytes and of what kinds, as the settings say at this moment. */
export async function readUploadRules(settings: SettingsReader) {
  const { uploadMaxMb } = await settings.read('system', 'site');
  const { allowExt } = await settings.read('extensions', 'storage');
  const allowed: readonly string[] = allowExt ?? [];
  return { maxBytes: uploadMaxMb * megabyte, takes: (kind: UploadKind) => allowed.includes(kind) };
}
