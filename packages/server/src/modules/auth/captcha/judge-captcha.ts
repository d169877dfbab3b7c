import type { CaptchaAnswer, CaptchaVerdict } from '@gantry/core';
import type { ServiceDeps } from '../../../platform/service-api/service-context.ts';
import { createCaptchas } from './captcha.ts';
import { checkCaptcha, getHostedCaptcha } from './check-captcha.ts';

type JudgeDeps = Pick<ServiceDeps, 'database' | 'keyring' | 'clock' | 'settings' | 'outbound'>;

/** The result of a client's answer to the provider's widget or the image; the answer is used up in any case. */
export async function judgeCaptcha(deps: JudgeDeps, answer: CaptchaAnswer): Promise<CaptchaVerdict['reason']> {
  if ('token' in answer) return checkCaptcha(deps, await getHostedCaptcha(deps), answer.token);
  const right = await createCaptchas(deps).consume('client', answer.captchaId, answer.captchaCode);
  return right ? 'right' : 'wrong';
}
