import type { SettingsReader } from '../settings/settings-reader.ts';

/** Hosts whose pictures, video and sound the console shows; a name each, which may stand in a policy. */
export function createMediaHosts(settings: SettingsReader): () => Promise<readonly string[]> {
  return async () => {
    const { mediaHosts: hosts } = await settings.read('system', 'outbound');
    return hosts ?? [];
  };
}
