import type { CaptchaAnswer, CaptchaVerdict } from '@gantry/core';
import { checkCaptcha, hostedCaptcha } from '../connectors/check-captcha.ts';
import { createCaptchas } from '../session/captcha.ts';
import type { ServiceNeeds } from './service-context.ts';

type JudgeNeeds = Pick<ServiceNeeds, 'database' | 'keyring' | 'clock' | 'settings' | 'gate'>;

/** What a client's answer is worth, by the provider's widget or by the picture; it is used up, whatever it was. */
export async function judgeCaptcha(needs: JudgeNeeds, answer: CaptchaAnswer): Promise<CaptchaVerdict['reason']> {
  if ('token' in answer) return checkCaptcha(needs, await hostedCaptcha(needs), answer.token);
  const right = await createCaptchas(needs).consume('client', answer.captchaId, answer.captchaCode);
  return right ? 'right' : 'wrong';
}
