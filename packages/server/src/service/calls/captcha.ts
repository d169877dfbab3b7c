import { Fault } from '@gantry/core';
import { hostedCaptcha } from '../../connectors/check-captcha.ts';
import { createCaptchas } from '../../session/captcha.ts';
import { judgeCaptcha } from '../captcha-judge.ts';
import type { ServiceHandlers, ServiceNeeds } from '../service-context.ts';

/** Tells people from programs for the platform's clients, by the provider of the settings or by a picture. */
export function captchaHandlers(needs: ServiceNeeds): ServiceHandlers<'captchaChallenge' | 'captchaVerify'> {
  const pictures = createCaptchas(needs);
  const assertOn = async () => {
    const { forClients } = await needs.settings.read('extensions', 'captcha');
    if (!forClients) throw new Fault('stateConflict', { data: { state: 'off' } });
  };
  return {
    async captchaChallenge() {
      await assertOn();
      const hosted = await hostedCaptcha(needs);
      const widget = hosted && { kind: hosted.kind, siteKey: hosted.siteKey, scriptUrl: hosted.scriptUrl };
      return { widget, ...(await pictures.issue('client')) };
    },
    async captchaVerify(answer) {
      await assertOn();
      const reason = await judgeCaptcha(needs, answer);
      return { ok: reason === 'right', reason };
    },
  };
}
