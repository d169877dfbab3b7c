import * as z from 'zod/mini';
import {
  defineServiceCall,
  emailAddress,
  integerBetween,
  line,
  maxItems,
  maybe,
  phoneNumber,
  recordId,
  type ServiceAsset,
  type ServiceItem,
  sentCode,
} from '../../client/service-call.ts';
import { captchaProof } from '../auth/service-captcha.ts';

export interface ServiceWallet {
  readonly balance: number;
  readonly held: number;
}

/** The membership of a user. Times are in UTC milliseconds. */
export interface ServiceMembership {
  readonly membershipId: number;
  readonly planId: number;
  readonly planName: string;
  readonly planNameEn: string | null;
  readonly level: number;
  readonly features: readonly string[];
  readonly startAt: number;
  /** Null for a lifetime membership. */
  readonly expiresAt: number | null;
  /** Remaining days, if they are few enough to remind the user; else null. */
  readonly remindDays: number | null;
  /** Covered credits in the current period. */
  readonly quotas: readonly {
    readonly capability: string;
    readonly period: 'total' | 'day' | 'month';
    /** The key group whose models are covered; null for all models. */
    readonly modelGroup: string | null;
    readonly granted: number;
    readonly used: number;
    /** Null for a quota of the complete term. */
    readonly resetsAt: number | null;
  }[];
  /** The following membership. It has no start time after a lifetime membership. */
  readonly next: { readonly planName: string; readonly level: number; readonly startAt: number | null } | null;
}

/** What a user may use, with or without a membership. */
export interface ServiceLimits {
  /** Maximum number of concurrent paid calls and tasks; 0 for no limit. */
  readonly concurrency: number;
  /** Number of currently open calls and tasks. */
  readonly open: number;
  /** What is charged of each price, in ten-thousandths. */
  readonly rateMultiplier: number;
  /** Models that the user may currently use. */
  readonly modelIds: readonly number[];
  /** Categories of mini apps that the user may currently use. */
  readonly appCategoryIds: readonly number[];
}

/** What the platform must know about a user before it serves them. */
export interface UserGetAnswer {
  readonly userId: number;
  readonly username: string;
  /** Only `active` users may be served. */
  readonly status: string;
  /** User tokens with an older version are invalid. */
  readonly tokenVersion: number;
  /** Whether their identity was verified. */
  readonly verified: boolean;
  readonly vip: { readonly level: number /** UTC ms. */; readonly expiresAt: number | null };
  /** Null without a membership. */
  readonly membership: ServiceMembership | null;
  readonly limits: ServiceLimits;
  /** Restrictions by risk rules for check-ins, redeem codes and similar. */
  readonly restriction: {
    /** Whether a captcha is required. */
    readonly captcha: boolean;
    /** UTC milliseconds until which the user is rejected; null when they are not. */
    readonly rejectedUntil: number | null;
  };
  readonly wallets: Readonly<Record<ServiceAsset, ServiceWallet>>;
}

export interface UserGetBatchAnswer {
  readonly items: readonly ServiceItem<UserGetAnswer>[];
}

/** A token that identifies a user in calls. `user/get` accepts it instead of an ID. */
export interface UserTokenAnswer {
  readonly userId: number;
  readonly token: string;
  /** UTC milliseconds. Signing the user out everywhere, banning or erasing them ends it earlier. */
  readonly expiresAt: number;
}

export interface UserRegisterAnswer {
  readonly userId: number;
  readonly username: string;
  readonly status: string;
  /** The user's own code for inviting others. */
  readonly inviteCode: string;
  /** The inviter; null when there is none. */
  readonly inviterId: number | null;
  /** The registration reward. */
  readonly gift: readonly { readonly asset: ServiceAsset; readonly amount: number }[];
}

export interface UserVerifyAnswer {
  readonly userId: number;
  /** Number of other users who were verified with the same ID card. */
  readonly others: number;
}

export interface UserSeenAnswer {
  /** Number of users for whom it was stored. Unknown IDs are not counted. */
  readonly seen: number;
}

/** Activity of a user. */
const seen = z.strictObject(
  {
    userId: recordId,
    /** UTC milliseconds; default: now. */
    at: z.optional(integerBetween(0)),
    /** Whether the user signed in at that time. */
    signedIn: z.optional(z.boolean('boolean')),
    ip: maybe(line(0, 64)),
  },
  'type',
);

export const serviceUserCalls = {
  userGet: defineServiceCall<UserGetAnswer>()({
    path: '/user/get',
    writes: false,
    input: z.strictObject({ userId: z.optional(recordId), token: z.optional(line(1, 200)) }, 'type').check(
      z.refine(({ userId, token }) => (userId === undefined) !== (token === undefined), {
        error: 'required',
        path: ['userId'],
      }),
    ),
  }),
  /** Returns several users, each with its own result. */
  userGetBatch: defineServiceCall<UserGetBatchAnswer>()({
    path: '/user/get-batch',
    writes: false,
    input: z.strictObject(
      { userIds: z.array(recordId, 'type').check(z.minLength(1, 'required'), z.maxLength(maxItems, 'tooMany')) },
      'type',
    ),
  }),
  /** Issues a token for a user who signed in on the platform. Only active users get one. */
  userToken: defineServiceCall<UserTokenAnswer>()({
    path: '/user/token',
    writes: false,
    input: z.strictObject({ userId: recordId }, 'type'),
  }),
  /** Reports active users and sign-ins, for the last visit that the console shows. */
  userSeen: defineServiceCall<UserSeenAnswer>()({
    path: '/user/seen',
    writes: true,
    input: z.strictObject(
      { people: z.array(seen, 'type').check(z.minLength(1, 'required'), z.maxLength(500, 'tooMany')) },
      'type',
    ),
  }),
  /** Stores the verified name and ID card of a user. Both are encrypted. */
  userVerify: defineServiceCall<UserVerifyAnswer>()({
    path: '/user/verify',
    writes: true,
    input: z.strictObject({ userId: recordId, realName: line(2, 64), idCard: line(18, 18) }, 'type'),
  }),
  userRegister: defineServiceCall<UserRegisterAnswer>()({
    path: '/user/register',
    writes: true,
    input: z.strictObject(
      {
        username: line(2, 64),
        nickname: maybe(line(0, 64)),
        email: maybe(emailAddress),
        /** The code that `/code/send` sent for `register`; required when the settings demand verified email addresses. */
        emailCode: maybe(sentCode),
        phone: maybe(phoneNumber),
        phoneCode: maybe(sentCode),
        source: z.optional(z.enum(['web', 'h5', 'wechat', 'invite'], 'option')),
        locale: z.optional(z.enum(['zh-CN', 'en-US'], 'option')),
        inviterCode: maybe(line(0, 16)),
        /** Region of residence, as a GB/T 2260 code. */
        regionCode: maybe(line(6, 6).check(z.regex(/^\d{6}$/u, 'pattern'))),
        /** IP address of the user. */
        ip: maybe(line(0, 64)),
        captcha: captchaProof,
        /** Whether the user must be activated before being served. */
        pending: z.optional(z.boolean('boolean')),
      },
      'type',
    ),
  }),
};
