import { aliyunRefusal, tencentRefusal } from './cloud-signatures.ts';
import { type JsonHost, jsonHost, type ReceivedRequest, type SentAnswer } from './json-host.ts';

export const moderationKey = { id: 'key-of-the-judge', secret: 'a-secret-of-the-judge' } as const;

/** Fake moderation providers that follow the documented protocols: `kill` is rejected, and `knife` needs a review. */
export interface ModerationHosts extends JsonHost {
  /** Texts sent to a provider, with the policy. */
  readonly judged: { readonly text: string; readonly policy: string }[];
  /** Expired Baidu tokens. */
  readonly over: Set<string>;
}

const isIn = (text: string, word: string) => text.includes(word);

function aliyun(requested: ReceivedRequest, judge: (text: string, policy: string) => void): SentAnswer {
  const rejection = aliyunRefusal(requested, moderationKey, 'TextModerationPlus', '2022-03-02');
  if (rejection) return rejection;
  const form = new URLSearchParams(requested.body.toString());
  const { content } = JSON.parse(String(form.get('ServiceParameters'))) as { content: string };
  if (content.length > 2000) return { body: { Code: 400, Message: 'content too long' } };
  judge(content, String(form.get('Service')));
  const risk = isIn(content, 'kill') ? 'high' : isIn(content, 'knife') ? 'medium' : 'none';
  const Label = { high: 'violent_incidents', medium: 'violent_weapons', none: 'nonLabel' }[risk];
  return { body: { Code: 200, Message: 'OK', Data: { RiskLevel: risk, Result: [{ Label, Confidence: 90 }] } } };
}

function tencent(requested: ReceivedRequest, judge: (text: string, policy: string) => void): SentAnswer {
  const options = { service: 'tms', action: 'TextModeration', version: '2020-12-29' };
  const rejection = tencentRefusal(requested, moderationKey, options);
  if (rejection) return rejection;
  const body = JSON.parse(requested.body.toString()) as { Content: string; BizType?: string };
  const text = Buffer.from(body.Content, 'base64').toString('utf8');
  judge(text, body.BizType ?? '');
  const Suggestion = isIn(text, 'kill') ? 'Block' : isIn(text, 'knife') ? 'Review' : 'Pass';
  return { body: { Response: { Suggestion, Label: Suggestion === 'Pass' ? 'Normal' : 'Illegal', RequestId: '1' } } };
}

function baidu(
  requested: ReceivedRequest,
  judge: (text: string, policy: string) => void,
  over: ReadonlySet<string>,
): SentAnswer {
  const place = new URL(requested.url, 'http://host');
  const { searchParams: given } = place;
  if (place.pathname === '/oauth/2.0/token') {
    const isOwn = given.get('client_id') === moderationKey.id && given.get('client_secret') === moderationKey.secret;
    if (!isOwn) return { status: 401, body: { error: 'invalid_client', error_description: 'unknown client id' } };
    return { body: { access_token: `token-${over.size}`, expires_in: 2_592_000 } };
  }
  const token = String(given.get('access_token'));
  if (!token.startsWith('token-') || over.has(token))
    return { body: { error_code: 111, error_msg: 'Access token expired' } };
  const form = new URLSearchParams(requested.body.toString());
  const text = String(form.get('text'));
  judge(text, form.get('strategyId') ?? '');
  const conclusionType = isIn(text, 'kill') ? 2 : isIn(text, 'knife') ? 3 : 1;
  const kind = conclusionType === 2 ? { type: 12, subType: 1 } : { type: 99, subType: 990000 };
  const data = conclusionType === 1 ? {} : { data: [{ ...kind, msg: text }] };
  return { body: { conclusion: '', conclusionType, ...data } };
}

export async function moderationHosts(): Promise<ModerationHosts> {
  const judged: { readonly text: string; readonly policy: string }[] = [];
  const over = new Set<string>();
  const judge = (text: string, policy: string) => void judged.push({ text, policy });
  const host = await jsonHost((requested) => {
    if ('x-tc-action' in requested.headers) return tencent(requested, judge);
    return 'x-acs-action' in requested.headers ? aliyun(requested, judge) : baidu(requested, judge, over);
  });
  return { ...host, judged, over };
}
