import { at, jsonIn, type OutboundAnswer, refusalOf, TrialFailed } from '../outbound/index.ts';
import { type Account, type Grant, GrantRefused, type Wish } from './account.ts';
import { readIdToken } from './id-token.ts';
import type { Asking, Provider } from './provider.ts';

/** What a provider says of itself. */
interface Discovered {
  readonly issuer: string;
  readonly authorization: string;
  readonly token: string;
  readonly keys: string;
  /** The secret goes in the body, not in a header. */
  readonly isPosted: boolean;
}

const accept = { accept: 'application/json' } as const;

/** An answer in JSON; throws for one that is not well. */
function wellRead({ status, body }: OutboundAnswer): unknown {
  const refusal = refusalOf(status);
  if (refusal) throw refusal;
  return jsonIn(body);
}

/** Asks the issuer for its addresses. One that calls itself by another name is not it. */
async function discover({ gate }: Asking, { issuer, timeoutMs }: Provider): Promise<Discovered> {
  if (issuer === null) throw new TrialFailed('off');
  const url = `${issuer}/.well-known/openid-configuration`;
  const said = wellRead(await gate.send({ target: 'identity', url, headers: accept, timeoutMs }));
  const address = (name: string) => {
    const value = at(said, name);
    if (typeof value !== 'string' || !URL.canParse(value)) throw new TrialFailed('answer', name);
    return value;
  };
  if (at(said, 'issuer') !== issuer) throw new TrialFailed('answer', 'issuer');
  const ways = at(said, 'token_endpoint_auth_methods_supported');
  const isPosted = Array.isArray(ways) && !ways.includes('client_secret_basic') && ways.includes('client_secret_post');
  return {
    issuer,
    authorization: address('authorization_endpoint'),
    token: address('token_endpoint'),
    keys: address('jwks_uri'),
    isPosted,
  };
}

/** Where the person is sent to sign in. */
export async function oidcAddress(asking: Asking, provider: Provider, wish: Wish): Promise<string> {
  const { authorization } = await discover(asking, provider);
  const url = new URL(authorization);
  const { redirectUri, state, nonce, codeChallenge } = wish;
  const challenge = codeChallenge === null ? {} : { code_challenge: codeChallenge, code_challenge_method: 'S256' };
  const parameters = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: redirectUri,
    scope: provider.scope ?? 'openid profile email',
    state,
    ...(nonce === null ? {} : { nonce }),
    ...challenge,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Refusals that blame what the person brought. */
const ofTheGrant = ['invalid_grant', 'invalid_request'];

async function redeem({ gate }: Asking, provider: Provider, { token, isPosted }: Discovered, grant: Grant) {
  const { clientId, secret, timeoutMs } = provider;
  const form = new URLSearchParams({ grant_type: 'authorization_code', code: grant.code });
  if (grant.redirectUri !== null) form.set('redirect_uri', grant.redirectUri);
  if (grant.codeVerifier !== null) form.set('code_verifier', grant.codeVerifier);
  if (isPosted) {
    form.set('client_id', clientId);
    form.set('client_secret', secret);
  }
  const proof = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString('base64');
  const answer = await gate.send({
    target: 'identity',
    url: token,
    method: 'POST',
    headers: {
      ...accept,
      'content-type': 'application/x-www-form-urlencoded',
      ...(isPosted ? {} : { authorization: `Basic ${proof}` }),
    },
    body: form.toString(),
    timeoutMs,
  });
  const error = at(jsonIn(answer.body), 'error');
  if (answer.status < 500 && typeof error === 'string') {
    if (ofTheGrant.includes(error)) throw new GrantRefused(error);
    throw new TrialFailed(/client/.test(error) ? 'auth' : 'refused', error.slice(0, 100));
  }
  return wellRead(answer);
}

const claimed = (claims: unknown, name: string, longest: number): string | null => {
  const value = at(claims, name);
  return typeof value === 'string' && value !== '' ? value.slice(0, longest) : null;
};

/** The account behind a code. Throws GrantRefused when the person has to sign in again, TrialFailed or OutboundError otherwise. */
export async function oidcAccount(asking: Asking, provider: Provider, grant: Grant): Promise<Account> {
  if (grant.nonce === null) throw new GrantRefused('nonce');
  const found = await discover(asking, provider);
  const token = at(await redeem(asking, provider, found, grant), 'id_token');
  if (typeof token !== 'string') throw new TrialFailed('answer', 'id_token');
  const keys = wellRead(await asking.gate.send({ target: 'identity', url: found.keys, headers: accept, timeoutMs: provider.timeoutMs }));
  const { issuer } = found;
  const expected = { issuer, clientId: provider.clientId, nonce: grant.nonce, now: asking.now() };
  const { subject, claims } = readIdToken(token, keys, expected);
  const isChecked = at(claims, 'email_verified') === true;
  const email = isChecked ? claimed(claims, 'email', 254) : null;
  return { subject, unionId: null, name: claimed(claims, 'name', 64), email };
}
