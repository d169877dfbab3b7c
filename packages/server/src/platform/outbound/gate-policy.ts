import type { SettingsReader } from '../settings/settings-reader.ts';
import type { OutboundPolicy } from './target.ts';

/** The policy as the system settings say it at this moment. */
export function createOutboundPolicy(settings: SettingsReader): () => Promise<OutboundPolicy> {
  return async () => {
    const { publicHosts, privateHosts } = await settings.read('system', 'outbound');
    return { publicHosts: publicHosts ?? [], privateHosts: privateHosts ?? [] };
  };
}
