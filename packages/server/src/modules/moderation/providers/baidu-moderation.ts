import { createHash } from 'node:crypto';
import {
  ConnectionTestError,
  getPath,
  type OutboundAnswer,
  type OutboundRequest,
  parseJson,
  toRejection,
} from '../../../platform/outbound/index.ts';
import { type ModerationProvider, type ModerationRequest, pickNames, type Verdict } from './moderation-provider.ts';

type Send = (request: OutboundRequest) => Promise<OutboundAnswer>;

const levels: Readonly<Record<number, Verdict['level']>> = { 1: 'pass', 2: 'block', 3: 'suspect' };
/** Categories by the type number in the response. */
const categoryNames: Readonly<Record<number, string>> = {
  11: 'lexicon',
  13: 'ownBlacklist',
  14: 'ownWhitelist',
  30: 'politics',
  31: 'violence',
  33: 'porn',
  34: 'abuse',
  36: 'ads',
  37: 'adLaw',
  38: 'privacy',
  39: 'spam',
};
/** Categories of the older type 12, by the subtype. */
const olderCategoryNames = ['spam', 'violence', 'porn', 'politics', 'ads', 'abuse', 'ads', 'privacy', 'adLaw'];

/** An unknown type is named by its number, so that it can be selected for blocking. */
function toCategory(found: unknown): string {
  const type = Number(getPath(found, 'type'));
  const older = type === 12 ? olderCategoryNames[Number(getPath(found, 'subType'))] : undefined;
  return older ?? categoryNames[type] ?? `type-${type}`;
}
const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
/** Error codes for an expired or invalid token. */
const tokenErrors = [110, 111];

/** The token of the last key used. It is valid for a month and requested again when it is rejected. */
let stored: { readonly of: string; readonly token: string; readonly until: number } | null = null;

async function getToken(
  send: Send,
  { settings: { keyId }, secret, url, at: moment }: ModerationRequest,
): Promise<string> {
  const of = createHash('sha256').update([url, keyId, secret].join('\n')).digest('hex');
  if (stored?.of === of && stored.until > moment) return stored.token;
  const tokenUrl = new URL('/oauth/2.0/token', url);
  const parameters = { grant_type: 'client_credentials', client_id: keyId ?? '', client_secret: secret ?? '' };
  tokenUrl.search = new URLSearchParams(parameters).toString();
  const answer = await send({ url: tokenUrl.href, method: 'POST', headers: form });
  const response = parseJson(answer.body);
  const token = getPath(response, 'access_token');
  if (typeof token !== 'string') {
    const error = getPath(response, 'error');
    if (typeof error === 'string')
      throw new ConnectionTestError(error === 'invalid_client' ? 'auth' : 'rejected', error.slice(0, 100));
    throw toRejection(answer.status) ?? new ConnectionTestError('answer');
  }
  const seconds = Number(getPath(response, 'expires_in'));
  stored = { of, token, until: moment + (Number.isFinite(seconds) ? seconds * 1000 : 0) - 60_000 };
  return token;
}

async function requestCensor(send: Send, options: ModerationRequest, mayRetry: boolean): Promise<Verdict> {
  const url = new URL(options.url);
  url.searchParams.set('access_token', await getToken(send, options));
  const { model } = options.settings;
  const body = new URLSearchParams({ text: options.text, ...(model ? { strategyId: model } : {}) }).toString();
  const answer = await send({ url: url.href, method: 'POST', headers: form, body });
  const response = parseJson(answer.body);
  const code = getPath(response, 'error_code');
  if (typeof code === 'number') {
    if (tokenErrors.includes(code)) stored = null;
    if (tokenErrors.includes(code) && mayRetry) return requestCensor(send, options, false);
    throw new ConnectionTestError(tokenErrors.includes(code) || code === 6 ? 'auth' : 'rejected', String(code));
  }
  const level = levels[Number(getPath(response, 'conclusionType'))];
  if (level === undefined) throw toRejection(answer.status) ?? new ConnectionTestError('answer');
  const data = getPath(response, 'data');
  return { level, categories: pickNames((Array.isArray(data) ? data : []).map(toCategory)) };
}

/** Baidu: text_censor v2 with the strategies of the account. */
export const baiduModeration: ModerationProvider = {
  url: 'https://aip.baidubce.com/rest/2.0/solution/v1/text_censor/v2/user_defined',
  maxLength: 6500,
  concurrency: 1,
  needsKey: true,
  judge: (send, options) => requestCensor(send, options, true),
};
