import { createHash, generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto';
import { type JsonHost, jsonHost, type ReceivedRequest, type SentAnswer } from './json-host.ts';

export const identityClient = { id: 'gantry client', secret: 's3cret:of/ours' } as const;

/** A user who signed in at the provider and returns with a code, which is valid once. */
export interface SentBack {
  readonly claims: Readonly<Record<string, unknown>>;
  readonly redirectUri: string;
  readonly codeChallenge?: string;
  /** The userinfo response for the access token of the code. */
  readonly userInfo?: Readonly<Record<string, unknown>>;
}

export interface IdentityHost extends JsonHost {
  /** OpenID Connect codes with their users. */
  readonly codes: Map<string, SentBack>;
  /** WeChat codes with their responses. */
  readonly wechat: Map<string, Readonly<Record<string, unknown>>>;
  /** Values that replace those of the discovery document. */
  discovered: Readonly<Record<string, unknown>>;
  /** Signs the issued tokens; a key other than the published one makes them invalid. */
  signer: KeyObject;
  readonly stranger: KeyObject;
  /** Creates the ID token instead, from the claims that it would have. */
  forge: ((claims: object) => string) | null;
  /** Keys that are published in addition to the usual one. */
  moreKeys: readonly object[];
}

export const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Creates a token signed with RS256. */
function signedToken(claims: object, key: KeyObject): string {
  const header = { alg: 'RS256', kid: 'k1' };
  const content = `${encoded(header)}.${encoded(claims)}`;
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}

/** Form-encodes a text, as the standard requires for the credentials in the header. */
const formEncoded = (text: string) => new URLSearchParams({ t: text }).toString().slice(2);

type Sign = (claims: object) => string;

function redeem(
  { headers, body }: ReceivedRequest,
  codes: Map<string, SentBack>,
  idToken: Sign,
  tokens: Map<string, SentBack>,
): SentAnswer {
  const reject = (error: string, status = 400) => ({ status, body: { error } });
  const form = new URLSearchParams(body.toString());
  const proof = `${formEncoded(identityClient.id)}:${formEncoded(identityClient.secret)}`;
  const isBasic = headers.authorization === `Basic ${Buffer.from(proof).toString('base64')}`;
  const isPosted = form.get('client_id') === identityClient.id && form.get('client_secret') === identityClient.secret;
  if (!isBasic && !isPosted) return reject('invalid_client', 401);
  const code = form.get('code') ?? '';
  const back = codes.get(code);
  codes.delete(code);
  if (!back || form.get('grant_type') !== 'authorization_code') return reject('invalid_grant');
  if (form.get('redirect_uri') !== back.redirectUri) return reject('invalid_grant');
  const proven = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  if (back.codeChallenge !== undefined && proven !== back.codeChallenge) return reject('invalid_grant');
  const accessToken = randomUUID();
  tokens.set(accessToken, back);
  return { body: { token_type: 'Bearer', access_token: accessToken, id_token: idToken(back.claims) } };
}

function askedOfWechat({ url }: ReceivedRequest, wechat: IdentityHost['wechat']): SentAnswer {
  const given = new URL(url, 'http://host').searchParams;
  const reject = (errcode: number) => ({ body: { errcode, errmsg: url } });
  if (given.get('appid') !== identityClient.id) return reject(40013);
  if (given.get('secret') !== identityClient.secret) return reject(40125);
  const code = given.get(url.startsWith('/sns/jscode2session') ? 'js_code' : 'code') ?? '';
  const answer = wechat.get(code);
  wechat.delete(code);
  return answer && given.get('grant_type') === 'authorization_code' ? { body: answer } : reject(40029);
}

/** Fakes an OpenID Connect provider, and WeChat next to it. */
export async function identityHost(): Promise<IdentityHost> {
  const [own, other] = [0, 1].map(() => generateKeyPairSync('rsa', { modulusLength: 2048 }));
  if (!own || !other) throw new Error('no keys');
  const codes: IdentityHost['codes'] = new Map();
  const wechat: IdentityHost['wechat'] = new Map();
  const tokens = new Map<string, SentBack>();
  const state: Pick<IdentityHost, 'url' | 'signer' | 'discovered' | 'forge' | 'moreKeys'> & { url: string } = {
    url: '',
    signer: own.privateKey,
    discovered: {},
    forge: null,
    moreKeys: [],
  };
  const idToken: Sign = (claims) => {
    const seconds = Math.floor(Date.now() / 1000);
    const issuer = state.discovered.issuer ?? `${state.url}/realm`;
    const all = { iss: issuer, aud: identityClient.id, iat: seconds, exp: seconds + 300, ...claims };
    return state.forge?.(all) ?? signedToken(all, state.signer);
  };
  const host = await jsonHost((requested) => {
    const issuer = `${state.url}/realm`;
    if (requested.url.startsWith('/sns/')) return askedOfWechat(requested, wechat);
    if (requested.url === '/realm/.well-known/openid-configuration') {
      const [authorization_endpoint, token_endpoint] = [`${issuer}/authorize?tenant=7`, `${issuer}/token`];
      const id_token_signing_alg_values_supported = ['RS256', 'PS256', 'RS512', 'ES256', 'EdDSA'];
      const keys = { jwks_uri: `${issuer}/keys`, id_token_signing_alg_values_supported };
      const usual = { issuer, authorization_endpoint, token_endpoint, ...keys };
      return { body: { ...usual, ...state.discovered } };
    }
    if (requested.url === '/realm/keys')
      return {
        body: { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig' }, ...state.moreKeys] },
      };
    if (requested.url === '/realm/token') return redeem(requested, codes, idToken, tokens);
    if (requested.url === '/realm/userinfo') {
      const back = tokens.get(String(requested.headers.authorization).replace(/^Bearer /, ''));
      return back ? { body: { sub: back.claims.sub, ...back.userInfo } } : { status: 401, body: {} };
    }
    return { status: 404, body: {} };
  });
  state.url = host.url;
  return Object.assign(state, { ...host, codes, wechat, stranger: other.privateKey });
}
