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
  /** The URL to send the user to. */
  readonly url: string;
}

export interface IdentitySignInAnswer {
  /** Null when no user has linked the account and the settings do not allow registration. */
  readonly userId: number | null;
  /** Whether the user was registered by this call. */
  readonly isNew: boolean;
  /** Only `active` users may be served; null without a user. */
  readonly status: string | null;
  readonly tokenVersion: number | null;
}

export interface IdentityBindAnswer {
  readonly userId: number;
  /** Whether the account was not linked to the user before. */
  readonly isNew: boolean;
}

/** The code of a provider in the settings. */
const provider = line(2, 32);
const address = line(8, 1000).check(z.regex(/^https?:\/\/\S+$/u, 'pattern'));
/** What the provider returned with the user. It can be used only once. */
const grant = {
  provider,
  code: line(1, 2048),
  /** The redirect URI of the start call; OpenID Connect requires it. */
  redirectUri: maybe(address),
  /** The nonce of the start call; OpenID Connect requires it. */
  nonce: maybe(line(8, 128)),
  /** The PKCE code verifier, if the start call had a challenge. */
  codeVerifier: maybe(line(43, 128)),
};

export const serviceIdentityCalls = {
  /** Returns the identity providers for sign-in. */
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
        /** Returned with the user. The service must compare it. */
        state: line(8, 128),
        nonce: maybe(line(8, 128)),
        /** PKCE code challenge (S256). */
        codeChallenge: maybe(line(43, 128)),
      },
      'type',
    ),
  }),
  /** Returns the user with the account. A new user is registered if the settings of the provider allow it. */
  identitySignIn: defineServiceCall<IdentitySignInAnswer>()({
    path: '/identity/sign-in',
    writes: true,
    input: z.strictObject(
      {
        ...grant,
        source: z.optional(z.enum(['web', 'h5', 'wechat'], 'option')),
        locale: z.optional(z.enum(['zh-CN', 'en-US'], 'option')),
        inviterCode: maybe(line(0, 16)),
        /** IP address of the user. */
        ip: maybe(line(0, 64)),
      },
      'type',
    ),
  }),
  /** Links the account to a signed-in user. */
  identityBind: defineServiceCall<IdentityBindAnswer>()({
    path: '/identity/bind',
    writes: true,
    input: z.strictObject({ userId: recordId, ...grant }, 'type'),
  }),
};
