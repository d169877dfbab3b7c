import { signTencentHeaders } from '../../platform/outbound/clouds/tencent-signature.ts';
import {
  ConnectionTestError,
  getPath,
  type OutboundClient,
  OutboundError,
  parseJson,
  runConnectionTest,
  toRejection,
} from '../../platform/outbound/index.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { SettingsTests } from '../../platform/settings/try-settings.ts';
import { aliyunModeration } from './providers/aliyun-moderation.ts';
import { baiduModeration } from './providers/baidu-moderation.ts';
import {
  createModerationTurn,
  createVerdicts,
  type Judged,
  judgeInParts,
  type ModerationProvider,
  type ModerationSettings,
  type ModerationTurn,
  pickNames,
  splitText,
  type Verdicts,
} from './providers/moderation-provider.ts';

const levels: Readonly<Record<string, Judged['level']>> = { Pass: 'pass', Review: 'suspect', Block: 'block' };

/** Tencent Cloud: TextModeration of TMS 2020-12-29. Text that is fit has the label `Normal`. */
const tencentModeration: ModerationProvider = {
  url: 'https://tms.tencentcloudapi.com/',
  longest: 10_000,
  abreast: 4,
  signs: true,
  async prompt(send, { settings: { keyId, model }, secret, url, text, at: moment }) {
    const content = Buffer.from(text, 'utf8').toString('base64');
    const body = JSON.stringify({ Content: content, ...(model ? { BizType: model } : {}) });
    const headers = signTencentHeaders({
      url,
      service: 'tms',
      action: 'TextModeration',
      version: '2020-12-29',
      region: 'ap-guangzhou',
      body,
      keyId: keyId ?? '',
      secret: secret ?? '',
      at: moment,
    });
    const answer = await send({ url, method: 'POST', headers, body });
    const said = getPath(parseJson(answer.body), 'Response');
    const code = getPath(said, 'Error', 'Code');
    if (typeof code === 'string')
      throw new ConnectionTestError(
        /^(AuthFailure|UnauthorizedOperation)/.test(code) ? 'auth' : 'rejected',
        code.slice(0, 100),
      );
    const level = levels[String(getPath(said, 'Suggestion'))];
    if (level === undefined) throw toRejection(answer.status) ?? new ConnectionTestError('answer');
    const labels = [getPath(said, 'Label'), getPath(said, 'SubLabel')];
    return { level, categories: pickNames(labels.filter((label) => label !== 'Normal' && label !== '')) };
  },
};

/** Whoever speaks like OpenAI's /moderations, at the address of the settings. */
const openaiModeration: ModerationProvider = {
  url: null,
  longest: 20_000,
  abreast: 4,
  signs: false,
  async prompt(send, { settings: { model }, secret, url, text }) {
    const answer = await send({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json',
        ...(secret ? { authorization: `Bearer ${secret}` } : {}),
      },
      body: JSON.stringify({ input: text, ...(model ? { model } : {}) }),
    });
    const rejection = toRejection(answer.status);
    if (rejection) throw rejection;
    const result = getPath(parseJson(answer.body), 'results', 0);
    const flagged = getPath(result, 'flagged');
    if (typeof flagged !== 'boolean') throw new ConnectionTestError('answer');
    const given = getPath(result, 'categories');
    const hits = Object.entries(typeof given === 'object' && given !== null ? given : {}).filter(
      ([, is]) => is === true,
    );
    return { level: flagged ? 'block' : 'pass', categories: pickNames(hits.map(([category]) => category)) };
  },
};

export interface ModerationDeps {
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
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
async function requestModeration(
  { settings: reader, outbound }: ModerationDeps,
  text: string,
  { once }: Verdicts,
  turn: ModerationTurn,
): Promise<Moderated> {
  const settings = await reader.read('extensions', 'moderation');
  const secret = await reader.secret('extensions', 'moderation', 'key');
  const provider = providers[settings.provider];
  const url = settings.endpoint || provider.url;
  if (!url || (provider.signs && !(settings.keyId && secret))) throw new ConnectionTestError('off');
  const { provider: name, keyId, model } = settings;
  const timeoutMs = settings.timeoutSeconds * 1000;
  const send: Parameters<ModerationProvider['prompt']>[0] = (request) =>
    outbound.send({ target: 'moderation', ...request, timeoutMs });
  const found = await judgeInParts(splitText(text, provider.longest), {
    abreast: provider.abreast,
    prompt: (part) =>
      turn.prompt(provider.abreast, () =>
        once([name, url, keyId, secret, model, part], () =>
          provider.prompt(send, { settings, secret, url, text: part, at: Date.now() }),
        ),
      ),
    blocks: (judged) => isBlocked(judged, settings),
  });
  const categories = [...new Set(found.flatMap((judged) => judged.categories))];
  return { flagged: found.some((judged) => isBlocked(judged, settings)), categories };
}

/** A question that is asked whatever was said before: a trial tells whether the provider answers now. */
const uncachedVerdicts: Verdicts = { once: (_question, prompt) => prompt() };

/** Whether a provider is asked, who is paid for it. */
export async function isModerated({ settings }: Pick<ModerationDeps, 'settings'>): Promise<boolean> {
  return (await settings.read('extensions', 'moderation')).enabled;
}

/**
 * What the provider says of a text; null while it is not in use. One that fails lets through or blocks, as the settings say.
 * @param turn that of the call which the text came with, for one that brings several
 */
export async function moderateText(
  deps: ModerationDeps,
  text: string,
  turn: ModerationTurn = createModerationTurn(),
): Promise<Moderated | null> {
  const { enabled, onError } = await deps.settings.read('extensions', 'moderation');
  if (!enabled || text.trim() === '') return null;
  try {
    return await requestModeration(deps, text, verdicts, turn);
  } catch (error) {
    if (!(error instanceof ConnectionTestError || error instanceof OutboundError)) throw error;
    return { flagged: onError === 'block', categories: ['unavailable'] };
  }
}

export function createModerationTests(deps: ModerationDeps): SettingsTests {
  return {
    'extensions/moderation/check': ({ text }) =>
      runConnectionTest(async () => {
        const { flagged, categories } = await requestModeration(
          deps,
          String(text),
          uncachedVerdicts,
          createModerationTurn(),
        );
        return { flagged, categories: [...categories] };
      }),
  };
}
