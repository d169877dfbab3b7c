import * as z from 'zod/mini';
import { defineServiceCall, line, maybe, recordId } from '../../client/service-call.ts';

export interface IdentityProvidersAnswer {
  readonly items: readonly {
    readonly provider: string;
    readonly name: string;
    readonly kind: 'oidc' | 'wechat' | 'wechatMini';
  }[];
}

export interface IdentityStartAnswer {
  /** Where the person is sent. */
  readonly url: string;
}

export interface IdentitySignInAnswer {
  /** Null when no user has linked the account and it may not register a new one. */
  readonly userId: number | null;
  /** They were registered just now. */
  readonly isNew: boolean;
  /** `active` alone may be served; null with no person. */
  readonly status: string | null;
  readonly tokenVersion: number | null;
}

export interface IdentityBindAnswer {
  readonly userId: number;
  /** It was not linked to them before. */
  readonly isNew: boolean;
}

/** The code of a provider in the settings. */
const provider = line(2, 32);
const address = line(8, 1000).check(z.regex(/^https?:\/\/\S+$/u, 'pattern'));
/** What the person brought back; all of it is good once. */
const grant = {
  provider,
  code: line(1, 2048),
  /** The one that they were sent back to; OpenID Connect wants it again. */
  redirectUri: maybe(address),
  /** What the service made up when the person was sent; OpenID Connect wants it. */
  nonce: maybe(line(8, 128)),
  /** Of PKCE, when there was a challenge. */
  codeVerifier: maybe(line(43, 128)),
};

export const serviceIdentityCalls = {
  /** What people may sign in by. */
  identityProviders: defineServiceCall<IdentityProvidersAnswer>()({
    path: '/identity/providers',
    writes: false,
    input: z.strictObject({}, 'type'),
  }),
  identityStart: defineServiceCall<IdentityStartAnswer>()({
    path: '/identity/start',
    writes: false,
    input: z.strictObject(
      {
        provider,
        redirectUri: address,
        /** Comes back with the person; the service compares it. */
        state: line(8, 128),
        nonce: maybe(line(8, 128)),
        /** Of PKCE, by S256. */
        codeChallenge: maybe(line(43, 128)),
      },
      'type',
    ),
  }),
  /** The user who has the account; a new user where the provider's settings allow registration. */
  identitySignIn: defineServiceCall<IdentitySignInAnswer>()({
    path: '/identity/sign-in',
    writes: true,
    input: z.strictObject(
      {
        ...grant,
        source: z.optional(z.enum(['web', 'h5', 'wechat'], 'option')),
        locale: z.optional(z.enum(['zh-CN', 'en-US'], 'option')),
        inviterCode: maybe(line(0, 16)),
        /** Where the person came from. */
        ip: maybe(line(0, 64)),
      },
      'type',
    ),
  }),
  /** Links the account to someone who is signed in already. */
  identityBind: defineServiceCall<IdentityBindAnswer>()({
    path: '/identity/bind',
    writes: true,
    input: z.strictObject({ userId: recordId, ...grant }, 'type'),
  }),
};
