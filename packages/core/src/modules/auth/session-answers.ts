/** Answer of `/two-factor/start`: shown once, kept nowhere on a face. */
export interface TwoFactorStart {
  /** Base32, for typing by hand. */
  readonly secret: string;
  /** `otpauth://totp/...`, for a QR code. */
  readonly uri: string;
}

/** Answer of `/two-factor/confirm`: ten codes of one use each, shown once. */
export interface TwoFactorCodes {
  readonly recoveryCodes: readonly string[];
}

/** Answer of `/step-up`. */
export interface StepUpAnswer {
  /** UTC ms until which this session is taken to be the person itself. */
  readonly until: number;
}

/** A session of one's own, as `/session/list` gives it. */
export interface SessionItem {
  readonly id: number;
  readonly ip: string;
  readonly userAgent: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  /** The one that asks. */
  readonly current: boolean;
}

/** Answer of `/session/list`. */
export interface SessionsAnswer {
  readonly items: readonly SessionItem[];
}

/** An access token of one's own, as `/access-token/list` gives it. */
export interface TokenItem {
  readonly id: number;
  readonly name: string;
  readonly readOnly: boolean;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
}

/** Answer of `/access-token/list`. */
export interface TokensAnswer {
  readonly items: readonly TokenItem[];
}

/** Answer of `/setup/state`. */
export interface SetupState {
  /** The platform has no admin yet: the first one is created with the setup code. */
  readonly needed: boolean;
}

/** Answer of `/setup/create`: the first admin. */
export interface SetupAnswer {
  readonly id: number;
  readonly username: string;
}

/** Answer of `/access-token/create`: the token is shown this once. */
export interface NewToken {
  readonly id: number;
  readonly token: string;
  readonly expiresAt: number;
}

/** What one has done oneself, as the user centre shows it. */
export interface OperationLogItem {
  readonly key: string;
  /** Records that were changed. */
  readonly contentNumber: string;
  /** What was done, in the caller's language. */
  readonly updateContent: string;
  /** 1 done, 0 rejected or failed. */
  readonly status: 0 | 1;
  /** UTC ms. */
  readonly updateTime: number;
}
export interface OperationLogAnswer {
  readonly items: readonly OperationLogItem[];
  readonly nextCursor: string | null;
}

/** `data` of a rejected sign-in: what a client must show at the next attempt. */
export interface SignInRejection {
  /** An image has to be answered. */
  readonly captchaRequired?: boolean;
  /** The provider's widget is of no use at the moment: only the image is. */
  readonly captchaPicture?: boolean;
  /** The password was right; a one-time or recovery code is required as well. */
  readonly twoFactorRequired?: boolean;
  /** Seconds until the next try, when there were too many. */
  readonly retryAfter?: number;
}
