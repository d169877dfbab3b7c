import type { Captcha } from '@gantry/core';
import { showCaptcha } from '../../prompts/captcha.ts';

export interface CaptchaDrawing {
  readonly id: string;
  /** Half blocks, a line each; none where the terminal has no colour. */
  readonly lines: readonly string[];
  /** The picture as a file, for those who cannot see it here. */
  readonly path: string;
}

export function drawCaptcha(captcha: Captcha): CaptchaDrawing {
  const { path, drawing } = showCaptcha(captcha.captchaImage);
  return { id: captcha.captchaId, lines: drawing.split('\n').filter((line) => line !== ''), path };
}
