import { at, OutboundError, type OutboundGate, TrialFailed, trial } from '../outbound/index.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { SettingsTrials } from '../settings/try-settings.ts';
import { askJson } from './ask-json.ts';

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
const name = /^[\w/.-]{1,64}$/;

function verdictOf(answer: unknown, blockOn: readonly string[]): Moderated | null {
  const result = at(answer, 'results', 0);
  const flagged = at(result, 'flagged');
  if (typeof flagged !== 'boolean') return null;
  const given = at(result, 'categories');
  const categories = Object.entries(typeof given === 'object' && given !== null ? given : {})
    .filter(([category, is]) => is === true && name.test(category))
    .map(([category]) => category);
  const blocks = blockOn.length === 0 ? flagged : categories.some((category) => blockOn.includes(category));
  return { flagged: blocks, categories };
}

/** Asks the endpoint of the settings about a text. Throws TrialFailed or OutboundError. */
async function askModeration({ settings, gate }: ModerationNeeds, text: string): Promise<Moderated> {
  const { endpoint, model, blockOn, timeoutSeconds } = await settings.read('extensions', 'moderation');
  if (!endpoint) throw new TrialFailed('off');
  const key = await settings.secret('extensions', 'moderation', 'key');
  const body = { input: text.slice(0, longest), ...(model ? { model } : {}) };
  const answer = await askJson(gate, { url: endpoint, key, body, timeoutMs: timeoutSeconds * 1000 });
  const verdict = verdictOf(answer, blockOn ?? []);
  if (!verdict) throw new TrialFailed('answer');
  return verdict;
}

/** What the endpoint says of a text; null while it is not in use. An endpoint that fails lets through or blocks, as the settings say. */
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
