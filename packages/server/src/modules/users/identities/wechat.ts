import { ConnectionTestError, getPath, parseJson, toRejection } from '../../../platform/outbound/index.ts';
import { type Account, type Grant, GrantError, type SignInOptions } from './account.ts';
import type { Provider, ProviderContext } from './provider.ts';

const api = 'https://api.weixin.qq.com';
const pages = 'https://open.weixin.qq.com';

/** Numbers that blame the code: unknown, used up, too old, missing. */
const ofTheCode = [40029, 40163, 42003, 41008];
/** Numbers that blame who asks: app id, secret, address. */
const ofTheApp = [40001, 40013, 40125, 40164, 41002, 41004, 48001];

/** Where the person is sent: the page with a code to scan, or for other scopes the one inside of WeChat. */
export function createWechatSignInUrl({ clientId, scope }: Provider, { redirectUri, state }: SignInOptions): string {
  const wanted = scope ?? 'snsapi_login';
  const url = new URL(`${pages}/connect/${wanted === 'snsapi_login' ? 'qrconnect' : 'oauth2/authorize'}`);
  url.search = new URLSearchParams({
    appid: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: wanted,
    state,
  }).toString();
  return `${url.href}#wechat_redirect`;
}

/** The account behind a code. Throws GrantRefused when the person has to sign in again, TrialFailed or OutboundError otherwise. */
export async function fetchWechatAccount(
  { outbound }: ProviderContext,
  provider: Provider,
  { code }: Grant,
): Promise<Account> {
  const { kind, clientId, secret, issuer, timeoutMs } = provider;
  const isMini = kind === 'wechatMini';
  const url = new URL(
    `${(issuer ?? api).replace(/\/$/, '')}${isMini ? '/sns/jscode2session' : '/sns/oauth2/access_token'}`,
  );
  url.search = new URLSearchParams({
    appid: clientId,
    secret,
    [isMini ? 'js_code' : 'code']: code,
    grant_type: 'authorization_code',
  }).toString();
  const { status, body } = await outbound.send({ target: 'identity', url: url.href, timeoutMs });
  const rejection = toRejection(status);
  if (rejection) throw rejection;
  const said = parseJson(body);
  const number = getPath(said, 'errcode') ?? 0;
  if (number !== 0) {
    if (ofTheCode.includes(Number(number))) throw new GrantError(String(number));
    throw new ConnectionTestError(ofTheApp.includes(Number(number)) ? 'auth' : 'rejected', String(number).slice(0, 20));
  }
  // A page that is only looked at is given an account that is nobody's.
  if (getPath(said, 'is_snapshotuser') === 1) throw new GrantError('snapshot');
  const [subject, unionId] = [getPath(said, 'openid'), getPath(said, 'unionid')];
  if (typeof subject !== 'string' || subject === '') throw new ConnectionTestError('answer', 'openid');
  return { subject, unionId: typeof unionId === 'string' && unionId !== '' ? unionId : null, name: null, email: null };
}
