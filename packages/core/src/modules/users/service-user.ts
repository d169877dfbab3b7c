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

/** What someone has as a member. Moments are UTC ms. */
export interface ServiceMembership {
  readonly membershipId: number;
  readonly planId: number;
  readonly planName: string;
  readonly planNameEn: string | null;
  readonly level: number;
  readonly features: readonly string[];
  readonly startAt: number;
  /** Null forever. */
  readonly expiresAt: number | null;
  /** Days that are left, once there are few enough to tell the person; else null. */
  readonly remindDays: number | null;
  /** Credits of use that are covered, in their present period. */
  readonly quotas: readonly {
    readonly capability: string;
    readonly period: 'total' | 'day' | 'month';
    /** The key group whose models it covers; null for every model. */
    readonly modelGroup: string | null;
    readonly granted: number;
    readonly used: number;
    /** Null for a whole term. */
    readonly resetsAt: number | null;
  }[];
  /** What comes after it; it has no moment behind one forever. */
  readonly next: { readonly planName: string; readonly level: number; readonly startAt: number | null } | null;
}

/** What someone may do, by their membership or without one. */
export interface ServiceLimits {
  /** Paid calls and tasks at a time; 0 for no limit. */
  readonly concurrency: number;
  /** Those that are open now. */
  readonly open: number;
  /** What is charged of each price, in ten-thousandths. */
  readonly rateMultiplier: number;
  /** Models of the catalogue that they may use now. */
  readonly modelIds: readonly number[];
  /** Categories of mini apps that they may use now. */
  readonly appCategoryIds: readonly number[];
}

/** What the platform must know of a person before it serves them. */
export interface UserGetAnswer {
  readonly userId: number;
  readonly username: string;
  /** `active` alone may be served. */
  readonly status: string;
  /** Tokens that the platform gave out under an older one are no good. */
  readonly tokenVersion: number;
  /** Their papers were looked at. */
  readonly verified: boolean;
  readonly vip: { readonly level: number /** UTC ms. */; readonly expiresAt: number | null };
  /** Null for someone who has none. */
  readonly membership: ServiceMembership | null;
  readonly limits: ServiceLimits;
  /** What rules against abuse want of them at daily sign-ins, redeem codes and the like. */
  readonly restriction: {
    /** They are asked for a captcha. */
    readonly captcha: boolean;
    /** UTC ms until which they are rejected; null when they are not. */
    readonly rejectedUntil: number | null;
  };
  readonly wallets: Readonly<Record<ServiceAsset, ServiceWallet>>;
}

export interface UserGetBatchAnswer {
  readonly items: readonly ServiceItem<UserGetAnswer>[];
}

/** What a person carries from call to call; `user/get` takes it instead of an id. */
export interface UserTokenAnswer {
  readonly userId: number;
  readonly token: string;
  /** UTC ms. Signing the person out everywhere, banning and forgetting them end it before. */
  readonly expiresAt: number;
}

export interface UserRegisterAnswer {
  readonly userId: number;
  readonly username: string;
  readonly status: string;
  /** Their own, to invite others with. */
  readonly inviteCode: string;
  /** Who invited them; null when no one did. */
  readonly inviterId: number | null;
  /** What they got for coming. */
  readonly gift: readonly { readonly asset: ServiceAsset; readonly amount: number }[];
}

export interface UserVerifyAnswer {
  readonly userId: number;
  /** People besides who were verified with the same card. */
  readonly others: number;
}

export interface UserSeenAnswer {
  /** Number of people for whom it was stored; unknown ids are not counted. */
  readonly seen: number;
}

/** Someone who used the platform. */
const seen = z.strictObject(
  {
    userId: recordId,
    /** UTC ms; now when left out. */
    at: z.optional(integerBetween(0)),
    /** They signed in just then. */
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
  /** Some at once, each with an answer of its own. */
  userGetBatch: defineServiceCall<UserGetBatchAnswer>()({
    path: '/user/get-batch',
    writes: false,
    input: z.strictObject(
      { userIds: z.array(recordId, 'type').check(z.minLength(1, 'required'), z.maxLength(maxItems, 'tooMany')) },
      'type',
    ),
  }),
  /** A token for a user whom the platform has signed in; only active users get one. */
  userToken: defineServiceCall<UserTokenAnswer>()({
    path: '/user/token',
    writes: false,
    input: z.strictObject({ userId: recordId }, 'type'),
  }),
  /** Who was there, and who signed in: what the console shows of a person's last visit. */
  userSeen: defineServiceCall<UserSeenAnswer>()({
    path: '/user/seen',
    writes: true,
    input: z.strictObject(
      { people: z.array(seen, 'type').check(z.minLength(1, 'required'), z.maxLength(500, 'tooMany')) },
      'type',
    ),
  }),
  /** A user whose name and identity card the platform has verified; both are stored encrypted. */
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
        /** What was sent to it by `/code/send` to register; wanted when the settings have addresses checked. */
        emailCode: maybe(sentCode),
        phone: maybe(phoneNumber),
        phoneCode: maybe(sentCode),
        source: z.optional(z.enum(['web', 'h5', 'wechat', 'invite'], 'option')),
        locale: z.optional(z.enum(['zh-CN', 'en-US'], 'option')),
        inviterCode: maybe(line(0, 16)),
        /** Where they live, by the code of GB/T 2260. */
        regionCode: maybe(line(6, 6).check(z.regex(/^\d{6}$/u, 'pattern'))),
        /** Where the person came from. */
        ip: maybe(line(0, 64)),
        captcha: captchaProof,
        /** They have to be activated before they are served. */
        pending: z.optional(z.boolean('boolean')),
      },
      'type',
    ),
  }),
};
