/** Where a provider's script and judgement are, and what a page that shows its widget may load. */
export interface CaptchaProvider {
  readonly scriptUrl: string;
  readonly verifyUrl: string;
  /** Sources of a content security policy: scripts, frames, styles, calls. */
  readonly sources: readonly string[];
}

const cloudflare = 'https://challenges.cloudflare.com';

/** The three that speak siteverify. reCAPTCHA by the name that is reachable from China too. */
export const captchaProviders = {
  turnstile: {
    scriptUrl: `${cloudflare}/turnstile/v0/api.js?render=explicit`,
    verifyUrl: `${cloudflare}/turnstile/v0/siteverify`,
    sources: [cloudflare],
  },
  hcaptcha: {
    scriptUrl: 'https://js.hcaptcha.com/1/api.js?render=explicit',
    verifyUrl: 'https://api.hcaptcha.com/siteverify',
    sources: ['https://hcaptcha.com', 'https://*.hcaptcha.com'],
  },
  recaptcha: {
    scriptUrl: 'https://www.recaptcha.net/recaptcha/api.js?render=explicit',
    verifyUrl: 'https://www.recaptcha.net/recaptcha/api/siteverify',
    sources: [
      'https://www.recaptcha.net/recaptcha/',
      'https://www.gstatic.com/recaptcha/',
      'https://www.gstatic.cn/recaptcha/',
      'https://www.google.com/recaptcha/',
      'https://recaptcha.google.com/recaptcha/',
    ],
  },
} as const satisfies Record<string, CaptchaProvider>;
export type HostedKind = keyof typeof captchaProviders;
