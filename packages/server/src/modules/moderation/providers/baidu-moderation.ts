import { createHash } from 'node:crypto';
import {
  ConnectionTestError,
  getPath,
  type OutboundAnswer,
  type OutboundRequest,
  parseJson,
  toRejection,
} from '../../../platform/outbound/index.ts';
import { type Judged, type ModerationProvider, type ModerationRequest, pickNames } from './moderation-provider.ts';

type Send = (request: OutboundRequest) => Promise<OutboundAnswer>;

const levels: Readonly<Record<number, Judged['level']>> = { 1: 'pass', 2: 'block', 3: 'suspect' };
/** What the numbers of its answer mean. */
const kinds: Readonly<Record<number, string>> = {
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
/** Of the older kind 12, by the number below it. */
const olderKinds = ['spam', 'violence', 'porn', 'politics', 'ads', 'abuse', 'ads', 'privacy', 'adLaw'];

/** A kind that came later has its number for a name, so that it can be chosen to block. */
function kindOf(found: unknown): string {
  const type = Number(getPath(found, 'type'));
  const older = type === 12 ? olderKinds[Number(getPath(found, 'subType'))] : undefined;
  return older ?? kinds[type] ?? `type-${type}`;
}
const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
/** Of a token that is over, or is none. */
const tokenIsOver = [110, 111];

/** The token of the key that was asked for last: it is good for a month, and is asked for again when it is rejected. */
let stored: { readonly of: string; readonly token: string; readonly until: number } | null = null;

async function tokenOf(
  send: Send,
  { settings: { keyId }, secret, url, at: moment }: ModerationRequest,
): Promise<string> {
  const of = createHash('sha256').update([url, keyId, secret].join('\n')).digest('hex');
  if (stored?.of === of && stored.until > moment) return stored.token;
  const place = new URL('/oauth/2.0/token', url);
  const requested = { grant_type: 'client_credentials', client_id: keyId ?? '', client_secret: secret ?? '' };
  place.search = new URLSearchParams(requested).toString();
  const answer = await send({ url: place.href, method: 'POST', headers: form });
  const said = parseJson(answer.body);
  const token = getPath(said, 'access_token');
  if (typeof token !== 'string') {
    const why = getPath(said, 'error');
    if (typeof why === 'string')
      throw new ConnectionTestError(why === 'invalid_client' ? 'auth' : 'rejected', why.slice(0, 100));
    throw toRejection(answer.status) ?? new ConnectionTestError('answer');
  }
  const seconds = Number(getPath(said, 'expires_in'));
  stored = { of, token, until: moment + (Number.isFinite(seconds) ? seconds * 1000 : 0) - 60_000 };
  return token;
}

async function censor(send: Send, options: ModerationRequest, again: boolean): Promise<Judged> {
  const place = new URL(options.url);
  place.searchParams.set('access_token', await tokenOf(send, options));
  const { model } = options.settings;
  const body = new URLSearchParams({ text: options.text, ...(model ? { strategyId: model } : {}) }).toString();
  const answer = await send({ url: place.href, method: 'POST', headers: form, body });
  const said = parseJson(answer.body);
  const code = getPath(said, 'error_code');
  if (typeof code === 'number') {
    if (tokenIsOver.includes(code)) stored = null;
    if (tokenIsOver.includes(code) && again) return censor(send, options, false);
    throw new ConnectionTestError(tokenIsOver.includes(code) || code === 6 ? 'auth' : 'rejected', String(code));
  }
  const level = levels[Number(getPath(said, 'conclusionType'))];
  if (level === undefined) throw toRejection(answer.status) ?? new ConnectionTestError('answer');
  const data = getPath(said, 'data');
  return { level, categories: pickNames((Array.isArray(data) ? data : []).map(kindOf)) };
}

/** Baidu: text_censor v2 by the strategies of the account. */
export const baiduModeration: ModerationProvider = {
  url: 'https://aip.baidubce.com/rest/2.0/solution/v1/text_censor/v2/user_defined',
  longest: 6500,
  abreast: 1,
  signs: true,
  prompt: (send, options) => censor(send, options, true),
};
