import { OutboundError, type OutboundGate, TrialFailed, trial } from '../outbound/index.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { SettingsTrials } from '../settings/try-settings.ts';
import { aliyunModeration } from './moderation/aliyun-moderation.ts';
import { baiduModeration } from './moderation/baidu-moderation.ts';
import { judgeInParts, partsOf } from './moderation/judge-in-parts.ts';
import type { Judged, ModerationProvider, ModerationSettings } from './moderation/moderation-provider.ts';
import { type ModerationTurn, moderationTurn } from './moderation/moderation-turn.ts';
import { openaiModeration } from './moderation/openai-moderation.ts';
import { tencentModeration } from './moderation/tencent-moderation.ts';
import { createVerdicts, type Verdicts } from './moderation/verdicts.ts';

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

const verdicts = createVerdicts();

const providers: Readonly<Record<ModerationSettings['provider'], ModerationProvider>> = {
  openai: openaiModeration,
  aliyun: aliyunModeration,
  tencent: tencentModeration,
  baidu: baiduModeration,
};

/** A category that blocks is one of those that were chosen; of none, the provider's own verdict counts. */
function isBlocked({ level, categories }: Judged, { blockOn, onSuspicion }: ModerationSettings): boolean {
  if (blockOn && blockOn.length > 0) return categories.some((one) => blockOn.includes(one));
  return level === 'block' || (level === 'suspect' && onSuspicion === 'block');
}

/**
 * Asks the provider of the settings about a text, in parts, by way of what was said of them before. A question has a time of its own,
 * since others may wait for its answer too. Throws TrialFailed or OutboundError.
 */
async function askModeration(
  { settings: reader, gate }: ModerationNeeds,
  text: string,
  { once }: Verdicts,
  turn: ModerationTurn,
): Promise<Moderated> {
  const settings = await reader.read('extensions', 'moderation');
  const secret = await reader.secret('extensions', 'moderation', 'key');
  const provider = providers[settings.provider];
  const url = settings.endpoint || provider.url;
  if (!url || (provider.signs && !(settings.keyId && secret))) throw new TrialFailed('off');
  const { provider: name, keyId, model } = settings;
  const timeoutMs = settings.timeoutSeconds * 1000;
  const send: Parameters<ModerationProvider['ask']>[0] = (request) =>
    gate.send({ target: 'moderation', ...request, timeoutMs });
  const found = await judgeInParts(partsOf(text, provider.longest), {
    abreast: provider.abreast,
    ask: (part) =>
      turn.ask(provider.abreast, () =>
        once([name, url, keyId, secret, model, part], () =>
          provider.ask(send, { settings, secret, url, text: part, at: Date.now() }),
        ),
      ),
    blocks: (judged) => isBlocked(judged, settings),
  });
  const categories = [...new Set(found.flatMap((judged) => judged.categories))];
  return { flagged: found.some((judged) => isBlocked(judged, settings)), categories };
}

/** A question that is asked whatever was said before: a trial tells whether the provider answers now. */
const askedNow: Verdicts = { once: (_question, ask) => ask() };

/** Whether a provider is asked, who is paid for it. */
export async function isModerated({ settings }: Pick<ModerationNeeds, 'settings'>): Promise<boolean> {
  return (await settings.read('extensions', 'moderation')).enabled;
}

/**
 * What the provider says of a text; null while it is not in use. One that fails lets through or blocks, as the settings say.
 * @param turn that of the call which the text came with, for one that brings several
 */
export async function moderateText(
  needs: ModerationNeeds,
  text: string,
  turn: ModerationTurn = moderationTurn(),
): Promise<Moderated | null> {
  const { enabled, onError } = await needs.settings.read('extensions', 'moderation');
  if (!enabled || text.trim() === '') return null;
  try {
    return await askModeration(needs, text, verdicts, turn);
  } catch (error) {
    if (!(error instanceof TrialFailed || error instanceof OutboundError)) throw error;
    return { flagged: onError === 'block', categories: ['unavailable'] };
  }
}

export function moderationTrials(needs: ModerationNeeds): SettingsTrials {
  return {
    'extensions/moderation/check': ({ text }) =>
      trial(async () => {
        const { flagged, categories } = await askModeration(needs, String(text), askedNow, moderationTurn());
        return { flagged, categories: [...categories] };
      }),
  };
}
