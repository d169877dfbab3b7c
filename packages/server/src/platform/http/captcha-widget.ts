import { ApiError } from '@gantry/core';
import type { FastifyInstance } from 'fastify';

/** What the page of a provider's widget is made of. */
export interface CaptchaWidget {
  readonly kind: string;
  readonly siteKey: string;
  readonly scriptUrl: string;
  /** Sources that this page alone may load from. */
  readonly sources: readonly string[];
}

/** The widget of the sign-in page; null while there is none. */
export type ReadCaptchaWidget = () => Promise<CaptchaWidget | null>;

/**
 * The provider's code runs in a frame of its own: the console's policy never names it, and keeps trusted types. This
 * page's policy names only that provider.
 */
export function addCaptchaWidget(app: FastifyInstance, read: ReadCaptchaWidget, corsOrigins: readonly string[]): void {
  app.get<{ Querystring: Record<string, unknown> }>('/captcha-widget', async (request, reply) => {
    const widget = await read();
    if (!widget) throw new ApiError('notFound');
    const { theme, lang, parent } = request.query;
    const other = corsOrigins.find((origin) => origin === parent);
    // A browser that knows the policy ignores the older header, which cannot name another origin.
    if (other === undefined) reply.header('x-frame-options', 'SAMEORIGIN');
    else reply.removeHeader('x-frame-options').header('cross-origin-resource-policy', 'cross-origin');
    return reply
      .header('content-security-policy', policyOf(widget.sources, other))
      .header('referrer-policy', 'strict-origin')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(pageOf(widget, theme === 'dark' ? 'dark' : 'light', lang === 'en-US' ? 'en' : 'zh-CN', other ?? ''));
  });
  app.get('/captcha-widget.js', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(script),
  );
}

/** `other` is the origin of a page that may show the frame in addition to those of this server. */
function policyOf(sources: readonly string[], other?: string): string {
  const from = sources.join(' ');
  return [
    "default-src 'none'",
    `script-src 'self' ${from}`,
    `frame-src ${from}`,
    `style-src 'unsafe-inline' ${from}`,
    `connect-src ${from}`,
    `img-src data: ${from}`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${other ?? "'self'"}`,
  ].join(';');
}

const marks: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const inMarkup = (text: string) => text.replace(/[&<>"']/g, (mark) => marks[mark] ?? '');

function pageOf({ kind, siteKey, scriptUrl }: CaptchaWidget, theme: string, lang: string, parent: string): string {
  const data = Object.entries({ kind, siteKey, script: scriptUrl, theme, lang, parent })
    .map(([name, value]) => `data-${name.toLowerCase()}="${inMarkup(value)}"`)
    .join(' ');
  return `<!doctype html><html lang="${lang}" style="color-scheme:${theme}"><meta charset="utf-8"><title>captcha</title>
<style>body{margin:0;background:transparent}</style><body><div id="widget" ${data}></div><script src="captcha-widget.js"></script></body></html>`;
}

/** Runs in the frame: draws the widget, and posts the answer, a failure and its height to the page around it. */
const script = `'use strict';
(() => {
  const place = document.getElementById('widget');
  const { kind, sitekey, script, theme, lang, parent: page } = place.dataset;
  const tell = (message) => parent.postMessage({ from: 'captcha-widget', ...message }, page || location.origin);
  const fail = () => tell({ failed: true });
  const bottoms = () => [...document.querySelectorAll('#widget, iframe')]
    .filter((part) => getComputedStyle(part).visibility === 'visible')
    .map((part) => part.getBoundingClientRect().bottom);
  let height = 0;
  const measure = () => {
    const now = Math.ceil(Math.max(0, ...bottoms()));
    if (now !== height) tell({ height: (height = now) });
  };
  const draw = () => {
    const api = { turnstile: window.turnstile, hcaptcha: window.hcaptcha, recaptcha: window.grecaptcha }[kind];
    if (!api) return fail();
    const make = () => {
      try {
        api.render(place, {
          sitekey, theme, hl: lang, language: lang,
          callback: (token) => tell({ token }),
          'expired-callback': () => tell({ token: '' }),
          'error-callback': fail,
        });
        new MutationObserver(measure).observe(document.documentElement, { subtree: true, childList: true, attributes: true });
        new ResizeObserver(measure).observe(place);
        measure();
      } catch {
        fail();
      }
    };
    if (kind !== 'turnstile' && api.ready) api.ready(make);
    else make();
  };
  const source = document.createElement('script');
  source.src = script;
  source.onload = draw;
  source.onerror = fail;
  document.head.append(source);
})();
`;
