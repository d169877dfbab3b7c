import { at, jsonIn, OutboundError, type OutboundGate, refusalOf, TrialFailed, trial } from '../outbound/index.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { SettingsTrials } from '../settings/try-settings.ts';
import { type CaptchaProvider, captchaProviders, type HostedKind } from './captcha-providers.ts';

export interface CaptchaNeeds {
  readonly settings: SettingsReader;
  readonly gate: OutboundGate;
}

/** The provider of the settings, whole; what is public of it may stand in a page. */
export interface HostedCaptcha extends CaptchaProvider {
  readonly kind: HostedKind;
  readonly siteKey: string;
}

/** The provider that the settings name; null while it is the picture, or a key is missing. */
export async function hostedCaptcha({ settings }: Pick<CaptchaNeeds, 'settings'>): Promise<HostedCaptcha | null> {
  const { kind, siteKey, scriptUrl, verifyUrl } = await settings.read('extensions', 'captcha');
  if (kind === 'image' || !siteKey) return null;
  const provider = captchaProviders[kind];
  // An address that is none must not cost anybody the picture.
  const own = URL.canParse(scriptUrl ?? '') ? new URL(scriptUrl ?? '') : null;
  return {
    kind,
    siteKey,
    scriptUrl: own ? String(scriptUrl) : provider.scriptUrl,
    verifyUrl: verifyUrl || provider.verifyUrl,
    sources: [...provider.sources, ...(own ? [own.origin] : [])],
  };
}

/** The provider where admins sign in. */
export async function signInCaptcha(needs: Pick<CaptchaNeeds, 'settings'>): Promise<HostedCaptcha | null> {
  const { onSignIn } = await needs.settings.read('extensions', 'captcha');
  return onSignIn ? hostedCaptcha(needs) : null;
}

/** Codes that blame us, or the provider itself, and not whoever answered. */
const ourFault = /secret|sitekey|internal-error|bad-request|not-using-dummy|invalid-keys/;

interface Judged {
  readonly right: boolean;
  /** The provider's codes, shortened. */
  readonly code: string | null;
}

function judgementIn(body: Buffer): Judged {
  const read = jsonIn(body);
  const right = at(read, 'success');
  if (typeof right !== 'boolean') throw new TrialFailed('answer');
  const codes = at(read, 'error-codes');
  const code = Array.isArray(codes) ? codes.filter((one) => typeof one === 'string').join(' ') : '';
  return { right, code: code.replace(/[^a-z0-9 -]/gi, '').slice(0, 100) || null };
}

/** Asks the provider about what its widget gave. Throws TrialFailed or OutboundError when it could not say. */
async function judge({ settings, gate }: CaptchaNeeds, hosted: HostedCaptcha, token: string): Promise<Judged> {
  const { timeoutSeconds } = await settings.read('extensions', 'captcha');
  const secret = await settings.secret('extensions', 'captcha', 'secret');
  if (!secret) throw new TrialFailed('off');
  const { status, body } = await gate.send({
    target: 'captcha',
    url: hosted.verifyUrl,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ secret, response: token, sitekey: hosted.siteKey }).toString(),
    timeoutMs: timeoutSeconds * 1000,
  });
  const refusal = refusalOf(status);
  if (refusal && status !== 400) throw refusal;
  const judged = judgementIn(body);
  if (!judged.right && judged.code !== null && ourFault.test(judged.code)) throw new TrialFailed('auth', judged.code);
  return judged;
}

export type CaptchaVerdict = 'right' | 'wrong' | 'broken';

/** What a provider's answer is worth; `broken` when the provider could not say, so that somebody else must. */
export async function checkCaptcha(
  needs: CaptchaNeeds,
  hosted: HostedCaptcha | null,
  token: string,
): Promise<CaptchaVerdict> {
  if (!hosted) return 'broken';
  try {
    return (await judge(needs, hosted, token)).right ? 'right' : 'wrong';
  } catch (error) {
    if (error instanceof TrialFailed || error instanceof OutboundError) return 'broken';
    throw error;
  }
}

/** The provider at sign-in, asked by whoever lets people in. */
export function signInWidget(needs: CaptchaNeeds) {
  return {
    isOn: async () => (await signInCaptcha(needs)) !== null,
    check: async (token: string) => {
      const hosted = await signInCaptcha(needs);
      return hosted && checkCaptcha(needs, hosted, token);
    },
  };
}

/** No widget ever gave this. */
const madeUp = 'gantry-checks-its-secret';

export function captchaTrials(needs: CaptchaNeeds): SettingsTrials {
  return {
    'extensions/captcha/verify': () =>
      trial(async () => {
        const { kind } = await needs.settings.read('extensions', 'captcha');
        if (kind === 'image') return {};
        const hosted = await hostedCaptcha(needs);
        if (!hosted) throw new TrialFailed('off');
        return { code: (await judge(needs, hosted, madeUp)).code };
      }),
  };
}
