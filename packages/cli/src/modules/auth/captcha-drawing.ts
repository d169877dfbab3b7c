import process from 'node:process';
import type { Captcha } from '@gantry/core';
import { useEffect } from 'react';
import { dropCaptcha, showCaptcha } from '../../prompts/captcha.ts';

export interface CaptchaDrawing {
  readonly id: string;
  /** Half blocks, a line each; none where the terminal has no colour. */
  readonly lines: readonly string[];
  /** The picture as a file, for those who cannot see it here. */
  readonly path: string;
}

/** Columns of the picture: it fits below the fields of a terminal of 24 lines. */
const columns = 48;

export function drawCaptcha(captcha: Captcha): CaptchaDrawing {
  const { path, drawing } = showCaptcha(captcha.captchaImage, columns);
  return { id: captcha.captchaId, lines: drawing.split('\n').filter((line) => line !== ''), path };
}

/** Keeps the picture's file as long as it is asked for: the next picture, signing in and leaving take it away. */
export function useCaptchaFile(path: string | null): void {
  useEffect(() => {
    if (path === null) return;
    const drop = () => dropCaptcha(path);
    process.once('exit', drop);
    return () => {
      process.removeListener('exit', drop);
      drop();
    };
  }, [path]);
}
