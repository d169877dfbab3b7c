import type { Captcha } from '@gantry/core';
import { useEffect, useRef, useState } from 'react';
import { useLocale, useT } from '../i18n/index.ts';
import { Field } from './credentials-field.tsx';

interface CaptchaFieldProps {
  readonly id: string;
  readonly captcha: Captcha;
  /** Only the picture is of use, whoever the provider is. */
  readonly picture: boolean;
  readonly onRefresh: () => Promise<unknown>;
  readonly onPicture: () => void;
}

/** What a refused sign-in asks for: the provider's widget, or the picture where there is none or it failed. */
export function CaptchaField({ id, captcha, picture, onRefresh, onPicture }: CaptchaFieldProps) {
  if (captcha.hosted && !picture) return <CaptchaWidget key={captcha.captchaId} onPicture={onPicture} />;
  return <CaptchaPicture id={id} captcha={captcha} onRefresh={onRefresh} />;
}

/** The characters of a picture; a click brings another one. */
function CaptchaPicture({ id, captcha, onRefresh }: Pick<CaptchaFieldProps, 'id' | 'captcha' | 'onRefresh'>) {
  const t = useT();
  return (
    <div className="credentials-captcha">
      <Field id={`${id}-captcha`} label={t('session.captcha')} name="captcha" autoComplete="off" maxLength={16} />
      <button type="button" onClick={() => void onRefresh()} aria-label={t('entry.login.anotherCaptcha')}>
        <img src={captcha.captchaImage} alt={t('session.captcha')} />
      </button>
    </div>
  );
}

/** How long the widget may take to show itself, in ms. */
const timeoutMs = 12_000;
const heights = { least: 66, most: 600 };

interface CaptchaMessage {
  readonly token?: string;
  readonly height?: number;
  readonly failed?: boolean;
}

/** What the frame says; nobody else is heard. */
function readCaptchaMessage(
  frame: HTMLIFrameElement | null,
  { source, origin, data }: MessageEvent<unknown>,
): CaptchaMessage | null {
  if (!frame || source !== frame.contentWindow || origin !== location.origin) return null;
  if (typeof data !== 'object' || data === null || !('from' in data) || data.from !== 'captcha-widget') return null;
  const { token, height, failed } = data as Record<string, unknown>;
  return {
    ...(typeof token === 'string' ? { token } : {}),
    ...(typeof height === 'number' ? { height: Math.min(Math.max(height, heights.least), heights.most) } : {}),
    failed: failed === true,
  };
}

/** The provider's widget in a frame with a policy of its own. One that fails or never comes gives way to the picture. */
function CaptchaWidget({ onPicture }: Pick<CaptchaFieldProps, 'onPicture'>) {
  const t = useT();
  const locale = useLocale();
  const frame = useRef<HTMLIFrameElement>(null);
  const [token, setToken] = useState('');
  const [height, setHeight] = useState(0);
  const giveUp = useRef(onPicture);
  giveUp.current = onPicture;
  // Another address would load the widget anew, and lose what was solved in it.
  const [src] = useState(() => {
    const theme = document.body.getAttribute('arco-theme') === 'dark' ? 'dark' : 'light';
    return `/captcha-widget?theme=${theme}&lang=${locale}`;
  });
  useEffect(() => {
    const timer = setTimeout(() => giveUp.current(), timeoutMs);
    const listen = (event: MessageEvent<unknown>) => {
      const reported = readCaptchaMessage(frame.current, event);
      if (reported?.failed) giveUp.current();
      if (reported?.token !== undefined) setToken(reported.token);
      if (reported?.height === undefined) return;
      clearTimeout(timer);
      setHeight(reported.height);
    };
    addEventListener('message', listen);
    return () => {
      clearTimeout(timer);
      removeEventListener('message', listen);
    };
  }, []);
  return (
    <div className="credentials-widget">
      <iframe ref={frame} title={t('session.captcha')} src={src} style={{ height: height || heights.least }} />
      <input type="hidden" name="captchaToken" value={token} />
      <button type="button" onClick={onPicture}>
        {t('entry.login.picture')}
      </button>
    </div>
  );
}
