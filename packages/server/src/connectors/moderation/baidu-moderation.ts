import { createHash } from 'node:crypto';
import { at, jsonIn, type OutboundAnswer, type OutboundRequest, refusalOf, TrialFailed } from '../../outbound/index.ts';
import { type Judged, type ModerationProvider, type ModerationWish, namesAmong } from './moderation-provider.ts';

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
  const type = Number(at(found, 'type'));
  const older = type === 12 ? olderKinds[Number(at(found, 'subType'))] : undefined;
  return older ?? kinds[type] ?? `type-${type}`;
}
const form = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
/** Of a token that is over, or is none. */
const tokenIsOver = [110, 111];

/** The token of the key that was asked for last: it is good for a month, and is asked for again when it is refused. */
let kept: { readonly of: string; readonly token: string; readonly until: number } | null = null;

async function tokenOf(send: Send, { settings: { keyId }, secret, url, at: moment }: ModerationWish): Promise<string> {
  const of = createHash('sha256').update([url, keyId, secret].join('\n')).digest('hex');
  if (kept?.of === of && kept.until > moment) return kept.token;
  const place = new URL('/oauth/2.0/token', url);
  const asked = { grant_type: 'client_credentials', client_id: keyId ?? '', client_secret: secret ?? '' };
  place.search = new URLSearchParams(asked).toString();
  const answer = await send({ url: place.href, method: 'POST', headers: form });
  const said = jsonIn(answer.body);
  const token = at(said, 'access_token');
  if (typeof token !== 'string') {
    const why = at(said, 'error');
    if (typeof why === 'string')
      throw new TrialFailed(why === 'invalid_client' ? 'auth' : 'refused', why.slice(0, 100));
    throw refusalOf(answer.status) ?? new TrialFailed('answer');
  }
  const seconds = Number(at(said, 'expires_in'));
  kept = { of, token, until: moment + (Number.isFinite(seconds) ? seconds * 1000 : 0) - 60_000 };
  return token;
}

async function censor(send: Send, wish: ModerationWish, again: boolean): Promise<Judged> {
  const place = new URL(wish.url);
  place.searchParams.set('access_token', await tokenOf(send, wish));
  const { model } = wish.settings;
  const body = new URLSearchParams({ text: wish.text, ...(model ? { strategyId: model } : {}) }).toString();
  const answer = await send({ url: place.href, method: 'POST', headers: form, body });
  const said = jsonIn(answer.body);
  const code = at(said, 'error_code');
  if (typeof code === 'number') {
    if (tokenIsOver.includes(code)) kept = null;
    if (tokenIsOver.includes(code) && again) return censor(send, wish, false);
    throw new TrialFailed(tokenIsOver.includes(code) || code === 6 ? 'auth' : 'refused', String(code));
  }
  const level = levels[Number(at(said, 'conclusionType'))];
  if (level === undefined) throw refusalOf(answer.status) ?? new TrialFailed('answer');
  const data = at(said, 'data');
  return { level, categories: namesAmong((Array.isArray(data) ? data : []).map(kindOf)) };
}

/** Baidu: text_censor v2 by the strategies of the account. */
export const baiduModeration: ModerationProvider = {
  url: 'https://aip.baidubce.com/rest/2.0/solution/v1/text_censor/v2/user_defined',
  longest: 6500,
  abreast: 1,
  signs: true,
  ask: (send, wish) => censor(send, wish, true),
};
