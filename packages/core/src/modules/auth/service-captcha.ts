import * as z from 'zod/mini';
import { defineServiceCall, line, maybe } from '../../client/service-call.ts';

/** A captcha to show. While a provider is configured, the user may solve the widget or the image. */
export interface CaptchaChallenge {
  /** The widget of the provider; null without a provider. */
  readonly widget: {
    readonly kind: 'turnstile' | 'hcaptcha' | 'recaptcha';
    readonly siteKey: string;
    readonly scriptUrl: string;
  } | null;
  readonly captchaId: string;
  /** `data:image/png;base64,...` */
  readonly captchaImage: string;
}

export interface CaptchaVerdict {
  readonly ok: boolean;
  /** `broken`: the provider could not verify the answer, so show the image of a new challenge. */
  readonly reason: 'right' | 'wrong' | 'broken';
}

const captchaAnswer = z.union(
  [
    z.strictObject({ token: line(1, 8192) }, 'type'),
    z.strictObject({ captchaId: line(1, 128), captchaCode: line(1, 16) }, 'type'),
  ],
  'type',
);
export type CaptchaAnswer = z.output<typeof captchaAnswer>;
/** Proof that the caller is a person. Required when a call was rejected with 40011 because it was missing. */
export const captchaProof = maybe(captchaAnswer);

export const serviceCaptchaCalls = {
  /** Creates an image. It accepts one answer within two minutes. */
  captchaChallenge: defineServiceCall<CaptchaChallenge>()({
    path: '/captcha/challenge',
    writes: false,
    input: z.strictObject({}, 'type'),
  }),
  /** Verifies an answer, which can be used only once, whatever the result. */
  captchaVerify: defineServiceCall<CaptchaVerdict>()({ path: '/captcha/verify', writes: false, input: captchaAnswer }),
};
