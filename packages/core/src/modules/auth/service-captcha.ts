import * as z from 'zod/mini';
import { defineServiceCall, line, maybe } from '../../client/service-call.ts';

/** What a client of the platform shows; both ways are open while there is a provider. */
export interface CaptchaChallenge {
  /** The provider's widget; null while there is none. */
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
  /** `broken`: the provider could not say; show the image of a new challenge. */
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
/** What shows that someone is a person; wanted when a call was rejected with 40011 for want of it. */
export const captchaProof = maybe(captchaAnswer);

export const serviceCaptchaCalls = {
  /** An image is good for one answer within two minutes. */
  captchaChallenge: defineServiceCall<CaptchaChallenge>()({
    path: '/captcha/challenge',
    writes: false,
    input: z.strictObject({}, 'type'),
  }),
  /** Uses the answer up, whatever it was. */
  captchaVerify: defineServiceCall<CaptchaVerdict>()({ path: '/captcha/verify', writes: false, input: captchaAnswer }),
};
