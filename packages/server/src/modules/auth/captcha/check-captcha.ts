import {
  ConnectionTestError,
  getPath,
  type OutboundClient,
  OutboundError,
  parseJson,
  runConnectionTest,
  toRejection,
} from '../../../platform/outbound/index.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { SettingsTests } from '../../../platform/settings/settings-tests.ts';

/** The URLs of a provider's script and verification endpoint, and what a page that shows its widget may load. */
interface CaptchaProvider {
  readonly scriptUrl: string;
  readonly verifyUrl: string;
  /** Sources of a content security policy: scripts, frames, styles, connections. */
  readonly sources: readonly string[];
}

const cloudflare = 'https://challenges.cloudflare.com';

/** The three providers with a siteverify API. reCAPTCHA uses the host that is also reachable from China. */
const captchaProviders = {
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
type HostedKind = keyof typeof captchaProviders;

export interface CaptchaDeps {
  readonly settings: SettingsReader;
  readonly outbound: OutboundClient;
}

/** The provider from the settings with its secret. Only its public fields may be sent to a page. */
export interface HostedCaptcha extends CaptchaProvider {
  readonly kind: HostedKind;
  readonly siteKey: string;
}

/** The provider from the settings; null when the image is selected or a key is missing. */
export async function getHostedCaptcha({ settings }: Pick<CaptchaDeps, 'settings'>): Promise<HostedCaptcha | null> {
  const { kind, siteKey, scriptUrl, verifyUrl } = await settings.read('extensions', 'captcha');
  if (kind === 'image' || !siteKey) return null;
  const provider = captchaProviders[kind];
  // An invalid URL must not replace the image.
  const own = URL.canParse(scriptUrl ?? '') ? new URL(scriptUrl ?? '') : null;
  return {
    kind,
    siteKey,
    scriptUrl: own ? String(scriptUrl) : provider.scriptUrl,
    verifyUrl: verifyUrl || provider.verifyUrl,
    sources: [...provider.sources, ...(own ? [own.origin] : [])],
  };
}

/** The provider for the sign-in of admins. */
export async function signInCaptcha(deps: Pick<CaptchaDeps, 'settings'>): Promise<HostedCaptcha | null> {
  const { onSignIn } = await deps.settings.read('extensions', 'captcha');
  return onSignIn ? getHostedCaptcha(deps) : null;
}

/** Error codes that point to our configuration or the provider itself, and not to the visitor's answer. */
const serverSideProblem = /secret|sitekey|internal-error|bad-request|not-using-dummy|invalid-keys/;

interface Judged {
  readonly right: boolean;
  /** The provider's error codes, shortened. */
  readonly code: string | null;
}

function parseJudgement(body: Buffer): Judged {
  const read = parseJson(body);
  const right = getPath(read, 'success');
  if (typeof right !== 'boolean') throw new ConnectionTestError('answer');
  const codes = getPath(read, 'error-codes');
  const code = Array.isArray(codes) ? codes.filter((one) => typeof one === 'string').join(' ') : '';
  return { right, code: code.replace(/[^a-z0-9 -]/gi, '').slice(0, 100) || null };
}

/** Sends the widget's token to the provider. Throws ConnectionTestError or OutboundError when the provider could not decide. */
async function judge({ settings, outbound }: CaptchaDeps, hosted: HostedCaptcha, token: string): Promise<Judged> {
  const { timeoutSeconds } = await settings.read('extensions', 'captcha');
  const secret = await settings.secret('extensions', 'captcha', 'secret');
  if (!secret) throw new ConnectionTestError('off');
  const { status, body } = await outbound.send({
    target: 'captcha',
    url: hosted.verifyUrl,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams({ secret, response: token, sitekey: hosted.siteKey }).toString(),
    timeoutMs: timeoutSeconds * 1000,
  });
  const rejection = toRejection(status);
  if (rejection && status !== 400) throw rejection;
  const judged = parseJudgement(body);
  if (!judged.right && judged.code !== null && serverSideProblem.test(judged.code))
    throw new ConnectionTestError('auth', judged.code);
  return judged;
}

export type CaptchaVerdict = 'right' | 'wrong' | 'broken';

/** The result of a provider's check; `broken` when the provider could not decide, so that the image is used. */
export async function checkCaptcha(
  deps: CaptchaDeps,
  hosted: HostedCaptcha | null,
  token: string,
): Promise<CaptchaVerdict> {
  if (!hosted) return 'broken';
  try {
    return (await judge(deps, hosted, token)).right ? 'right' : 'wrong';
  } catch (error) {
    if (error instanceof ConnectionTestError || error instanceof OutboundError) return 'broken';
    throw error;
  }
}

/** The captcha provider of the sign-in page. */
export function signInWidget(deps: CaptchaDeps) {
  return {
    isOn: async () => (await signInCaptcha(deps)) !== null,
    check: async (token: string) => {
      const hosted = await signInCaptcha(deps);
      return hosted && checkCaptcha(deps, hosted, token);
    },
  };
}

/** A token that no widget ever issued. */
const madeUp = 'gantry-checks-its-secret';

export function createCaptchaTests(deps: CaptchaDeps): SettingsTests {
  return {
    'extensions/captcha/verify': () =>
      runConnectionTest(async () => {
        const { kind } = await deps.settings.read('extensions', 'captcha');
        if (kind === 'image') return {};
        const hosted = await getHostedCaptcha(deps);
        if (!hosted) throw new ConnectionTestError('off');
        return { code: (await judge(deps, hosted, madeUp)).code };
      }),
  };
}
