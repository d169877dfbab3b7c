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
import type { SettingsTests } from '../../platform/settings/settings-tests.ts';
import { aliyunModeration } from './providers/aliyun-moderation.ts';
import { baiduModeration } from './providers/baidu-moderation.ts';
import {
  createModerationLimiter,
  createVerdictCache,
  judgeParts,
  type ModerationLimiter,
  type ModerationProvider,
  type ModerationSettings,
  pickNames,
  splitText,
  type Verdict,
  type VerdictCache,
} from './providers/moderation-provider.ts';

const levels: Readonly<Record<string, Verdict['level']>> = { Pass: 'pass', Review: 'suspect', Block: 'block' };

/** Tencent Cloud: TextModeration of TMS 2020-12-29. Acceptable text has the label `Normal`. */
const tencentModeration: ModerationProvider = {
  url: 'https://tms.tencentcloudapi.com/',
  maxLength: 10_000,
  concurrency: 4,
  needsKey: true,
  async judge(send, { settings: { keyId, model }, secret, url, text, at: moment }) {
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
    const response = getPath(parseJson(answer.body), 'Response');
    const code = getPath(response, 'Error', 'Code');
    if (typeof code === 'string')
      throw new ConnectionTestError(
        /^(AuthFailure|UnauthorizedOperation)/.test(code) ? 'auth' : 'rejected',
        code.slice(0, 100),
      );
    const level = levels[String(getPath(response, 'Suggestion'))];
    if (level === undefined) throw toRejection(answer.status) ?? new ConnectionTestError('answer');
    const labels = [getPath(response, 'Label'), getPath(response, 'SubLabel')];
    return { level, categories: pickNames(labels.filter((label) => label !== 'Normal' && label !== '')) };
  },
};

/** Any endpoint compatible with OpenAI's /moderations, at the URL of the settings. */
const openaiModeration: ModerationProvider = {
  url: null,
  maxLength: 20_000,
  concurrency: 4,
  needsKey: false,
  async judge(send, { settings: { model }, secret, url, text }) {
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
    const flags = getPath(result, 'categories');
    const hits = Object.entries(typeof flags === 'object' && flags !== null ? flags : {}).filter(
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
  /** Whether the text must be blocked. */
  readonly flagged: boolean;
  /** Categories of the text, whether or not they block it. */
  readonly categories: readonly string[];
}

const verdictCache = createVerdictCache();

const providers: Readonly<Record<ModerationSettings['provider'], ModerationProvider>> = {
  openai: openaiModeration,
  aliyun: aliyunModeration,
  tencent: tencentModeration,
  baidu: baiduModeration,
};

/** A text is blocked by one of the selected categories; if none are selected, by the provider's own verdict. */
function isBlocked({ level, categories }: Verdict, { blockOn, onSuspicion }: ModerationSettings): boolean {
  if (blockOn && blockOn.length > 0) return categories.some((one) => blockOn.includes(one));
  return level === 'block' || (level === 'suspect' && onSuspicion === 'block');
}

/**
 * Requests the verdict of the configured provider on a text, in parts and through the verdict cache. A request keeps its own
 * timeout, because other callers may wait for the same response. Throws ConnectionTestError or OutboundError.
 */
async function requestModeration(
  { settings: reader, outbound }: ModerationDeps,
  text: string,
  { once }: VerdictCache,
  limiter: ModerationLimiter,
): Promise<Moderated> {
  const settings = await reader.read('extensions', 'moderation');
  const secret = await reader.secret('extensions', 'moderation', 'key');
  const provider = providers[settings.provider];
  const url = settings.endpoint || provider.url;
  if (!url || (provider.needsKey && !(settings.keyId && secret))) throw new ConnectionTestError('off');
  const { provider: name, keyId, model } = settings;
  const timeoutMs = settings.timeoutSeconds * 1000;
  const send: Parameters<ModerationProvider['judge']>[0] = (request) =>
    outbound.send({ target: 'moderation', ...request, timeoutMs });
  const verdicts = await judgeParts(splitText(text, provider.maxLength), {
    concurrency: provider.concurrency,
    judge: (part) =>
      limiter.run(provider.concurrency, () =>
        once([name, url, keyId, secret, model, part], () =>
          provider.judge(send, { settings, secret, url, text: part, at: Date.now() }),
        ),
      ),
    blocks: (verdict) => isBlocked(verdict, settings),
  });
  const categories = [...new Set(verdicts.flatMap((verdict) => verdict.categories))];
  return { flagged: verdicts.some((verdict) => isBlocked(verdict, settings)), categories };
}

/** Bypasses the cache: a connection test must show whether the provider responds now. */
const noVerdictCache: VerdictCache = { once: (_request, judge) => judge() };

/** Whether a provider is enabled. Providers charge per request. */
export async function isModerated({ settings }: Pick<ModerationDeps, 'settings'>): Promise<boolean> {
  return (await settings.read('extensions', 'moderation')).enabled;
}

/**
 * Returns the provider's verdict on a text, or null while no provider is enabled. When the provider fails, the settings decide
 * whether the text passes or is blocked.
 * @param limiter shared by the texts of one call
 */
export async function moderateText(
  deps: ModerationDeps,
  text: string,
  limiter: ModerationLimiter = createModerationLimiter(),
): Promise<Moderated | null> {
  const { enabled, onError } = await deps.settings.read('extensions', 'moderation');
  if (!enabled || text.trim() === '') return null;
  try {
    return await requestModeration(deps, text, verdictCache, limiter);
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
          noVerdictCache,
          createModerationLimiter(),
        );
        return { flagged, categories: [...categories] };
      }),
  };
}
