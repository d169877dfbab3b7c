/** Response of `/two-factor/start`. The secret is shown once; clients do not store it. */
export interface TwoFactorStart {
  /** Base32, for manual entry. */
  readonly secret: string;
  /** `otpauth://totp/...`, for a QR code. */
  readonly uri: string;
}

/** Response of `/two-factor/confirm`: ten single-use recovery codes, shown once. */
export interface TwoFactorCodes {
  readonly recoveryCodes: readonly string[];
}

/** Response of `/step-up`. */
export interface StepUpAnswer {
  /** Until when the identity counts as confirmed in this session, in UTC milliseconds. */
  readonly until: number;
}

/** A session of the caller, as in `/session/list`. */
export interface SessionItem {
  readonly id: number;
  readonly ip: string;
  readonly userAgent: string;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
  /** Whether this is the session of the request. */
  readonly current: boolean;
}

/** Response of `/session/list`. */
export interface SessionsAnswer {
  readonly items: readonly SessionItem[];
}

/** An access token of the caller, as in `/access-token/list`. */
export interface TokenItem {
  readonly id: number;
  readonly name: string;
  readonly readOnly: boolean;
  readonly createdAt: number;
  readonly lastSeenAt: number;
  readonly expiresAt: number;
}

/** Response of `/access-token/list`. */
export interface TokensAnswer {
  readonly items: readonly TokenItem[];
}

/** Response of `/setup/state`. */
export interface SetupState {
  /** Whether the platform has no admin yet. The first one is created with the setup code. */
  readonly needed: boolean;
}

/** Response of `/setup/create`: the first admin. */
export interface SetupAnswer {
  readonly id: number;
  readonly username: string;
}

/** Response of `/access-token/create`. The token is only shown in this response. */
export interface NewToken {
  readonly id: number;
  readonly token: string;
  readonly expiresAt: number;
}

/** An action of the caller, as shown in the user center. */
export interface OperationLogItem {
  readonly key: string;
  /** Records that were changed. */
  readonly contentNumber: string;
  /** Description of the action, in the language of the caller. */
  readonly updateContent: string;
  /** 1: done; 0: rejected or failed. */
  readonly status: 0 | 1;
  /** UTC milliseconds. */
  readonly updateTime: number;
}
export interface OperationLogAnswer {
  readonly items: readonly OperationLogItem[];
  readonly nextCursor: string | null;
}

/** `data` of a rejected sign-in: what a client must show for the next attempt. */
export interface SignInRejection {
  /** The next attempt must solve a captcha image. */
  readonly captchaRequired?: boolean;
  /** The widget of the provider is unavailable, so only the image can be solved. */
  readonly captchaPicture?: boolean;
  /** The password was correct. A one-time or recovery code is also required. */
  readonly twoFactorRequired?: boolean;
  /** Seconds until the next attempt is allowed after too many. */
  readonly retryAfter?: number;
}
