import { ApiError } from '@gantry/core';
import type { ServiceDeps, ServiceHandlers } from '../../platform/service-api/service-context.ts';
import { createCaptchas } from './captcha/captcha.ts';
import { getHostedCaptcha } from './captcha/check-captcha.ts';
import { judgeCaptcha } from './captcha/judge-captcha.ts';

/** Distinguishes people from programs for the platform's clients, by the provider of the settings or by an image. */
export function createCaptchaHandlers(deps: ServiceDeps): ServiceHandlers<'captchaChallenge' | 'captchaVerify'> {
  const pictures = createCaptchas(deps);
  const assertOn = async () => {
    const { forClients } = await deps.settings.read('extensions', 'captcha');
    if (!forClients) throw new ApiError('stateConflict', { data: { state: 'off' } });
  };
  return {
    async captchaChallenge() {
      await assertOn();
      const hosted = await getHostedCaptcha(deps);
      const widget = hosted && { kind: hosted.kind, siteKey: hosted.siteKey, scriptUrl: hosted.scriptUrl };
      return { widget, ...(await pictures.issue('client')) };
    },
    async captchaVerify(answer) {
      await assertOn();
      const reason = await judgeCaptcha(deps, answer);
      return { ok: reason === 'right', reason };
    },
  };
}
