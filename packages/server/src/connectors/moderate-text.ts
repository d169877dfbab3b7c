import { OutboundError, type OutboundGate, TrialFailed, trial } from '../outbound/index.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { SettingsTrials } from '../settings/try-settings.ts';
import { aliyunModeration } from './moderation/aliyun-moderation.ts';
import { baiduModeration } from './moderation/baidu-moderation.ts';
import type { Judged, ModerationProvider, ModerationSettings } from './moderation/moderation-provider.ts';
import { openaiModeration } from './moderation/openai-moderation.ts';
import { tencentModeration } from './moderation/tencent-moderation.ts';

export interface ModerationNeeds {
  readonly settings: SettingsReader;
  readonly gate: OutboundGate;
}

export interface Moderated {
  /** Whether the text is to be blocked. */
  readonly flagged: boolean;
  /** Categories that it falls into, whether they block or not. */
  readonly categories: readonly string[];
}

const longest = 20_000;
/** Characters that stand in two parts of a long text, so that a word is whole in one of them. */
const overlap = 40;

const providers: Readonly<Record<ModerationSettings['provider'], ModerationProvider>> = {
  openai: openaiModeration,
  aliyun: aliyunModeration,
  tencent: tencentModeration,
  baidu: baiduModeration,
};

/** A text in parts that a provider takes. */
function partsOf(text: string, most: number): string[] {
  const parts = [text.slice(0, most)];
  for (let from = most - overlap; from + overlap < text.length; from += most - overlap)
    parts.push(text.slice(from, from + most));
  return parts;
}

/** A category that blocks is one of those that were chosen; of none, the provider's own verdict counts. */
function isBlocked({ level, categories }: Judged, { blockOn, onSuspicion }: ModerationSettings): boolean {
  if (blockOn && blockOn.length > 0) return categories.some((one) => blockOn.includes(one));
  return level === 'block' || (level === 'suspect' && onSuspicion === 'block');
}

/** Asks the provider of the settings about a text. Throws TrialFailed or OutboundError. */
async function askModeration({ settings: reader, gate }: ModerationNeeds, text: string): Promise<Moderated> {
  const settings = await reader.read('extensions', 'moderation');
  const secret = await reader.secret('extensions', 'moderation', 'key');
  const provider = providers[settings.provider];
  const url = settings.endpoint || provider.url;
  if (!url || (provider.signs && !(settings.keyId && secret))) throw new TrialFailed('off');
  const timeoutMs = settings.timeoutSeconds * 1000;
  const send: Parameters<ModerationProvider['ask']>[0] = (request) => gate.send({ ...request, timeoutMs });
  const found: Judged[] = [];
  // One after the other: what is blocked needs no further question, and providers count questions by the second.
  for (const part of partsOf(text.slice(0, longest), provider.longest)) {
    const judged = await provider.ask(send, { settings, secret, url, text: part, at: Date.now() });
    found.push(judged);
    if (isBlocked(judged, settings)) break;
  }
  const categories = [...new Set(found.flatMap((judged) => judged.categories))];
  return { flagged: found.some((judged) => isBlocked(judged, settings)), categories };
}

/** What the provider says of a text; null while it is not in use. One that fails lets through or blocks, as the settings say. */
export async function moderateText(needs: ModerationNeeds, text: string): Promise<Moderated | null> {
  const { enabled, onError } = await needs.settings.read('extensions', 'moderation');
  if (!enabled || text.trim() === '') return null;
  try {
    return await askModeration(needs, text);
  } catch (error) {
    if (!(error instanceof TrialFailed || error instanceof OutboundError)) throw error;
    return { flagged: onError === 'block', categories: ['unavailable'] };
  }
}

export function moderationTrials(needs: ModerationNeeds): SettingsTrials {
  return {
    'extensions/moderation/check': ({ text }) =>
      trial(async () => {
        const { flagged, categories } = await askModeration(needs, String(text));
        return { flagged, categories: [...categories] };
      }),
  };
}
