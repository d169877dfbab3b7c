/** An account of elsewhere, as its provider vouches for it. */
export interface Account {
  /** Never another's at this provider. */
  readonly subject: string;
  /** The same for one person in several apps of WeChat; null where there is none. */
  readonly unionId: string | null;
  readonly name: string | null;
  /** Only one that the provider has checked. */
  readonly email: string | null;
}

/** What a person brought back from the provider. */
export interface Grant {
  readonly code: string;
  readonly redirectUri: string | null;
  readonly nonce: string | null;
  readonly codeVerifier: string | null;
}

/** What the address of a sign-in is made of. */
export interface SignInOptions {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string | null;
  /** By S256, for OpenID Connect. */
  readonly codeChallenge: string | null;
}

/** Thrown when what the person brought is no good: another sign-in may do. `reason` names no secret. */
export class GrantError extends Error {
  override readonly name = 'GrantError';
  readonly reason: string;

  constructor(reason: string) {
    super(`grant: ${reason}`);
    this.reason = reason;
  }
}
