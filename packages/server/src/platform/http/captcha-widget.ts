import { ApiError } from '@gantry/core';
import type { FastifyInstance } from 'fastify';

/** The data of the page that shows a provider's widget. */
export interface CaptchaWidget {
  readonly kind: string;
  readonly siteKey: string;
  readonly scriptUrl: string;
  /** Sources that this page, and no other, may load from. */
  readonly sources: readonly string[];
}

/** Returns the widget of the sign-in page; null when no provider is configured. */
export type ReadCaptchaWidget = () => Promise<CaptchaWidget | null>;

/**
 * Serves the page that runs the provider's code in an iframe. The policy of the console therefore names no provider and keeps
 * trusted types; the policy of this page names only the configured provider.
 */
export function addCaptchaWidget(app: FastifyInstance, read: ReadCaptchaWidget, corsOrigins: readonly string[]): void {
  app.get<{ Querystring: Record<string, unknown> }>('/captcha-widget', async (request, reply) => {
    const widget = await read();
    if (!widget) throw new ApiError('notFound');
    const { theme, lang, parent } = request.query;
    const parentOrigin = corsOrigins.find((origin) => origin === parent);
    // Browsers that support frame-ancestors ignore the older header, which cannot name another origin.
    if (parentOrigin === undefined) reply.header('x-frame-options', 'SAMEORIGIN');
    else reply.removeHeader('x-frame-options').header('cross-origin-resource-policy', 'cross-origin');
    return reply
      .header('content-security-policy', createPolicy(widget.sources, parentOrigin))
      .header('referrer-policy', 'strict-origin')
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        createPage(widget, theme === 'dark' ? 'dark' : 'light', lang === 'en-US' ? 'en' : 'zh-CN', parentOrigin ?? ''),
      );
  });
  app.get('/captcha-widget.js', async (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('text/javascript; charset=utf-8').send(script),
  );
}

/** @param other origin of a page that may embed this one, in addition to the pages of this server */
function createPolicy(sources: readonly string[], other?: string): string {
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

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (mark) => entities[mark] ?? '');

function createPage({ kind, siteKey, scriptUrl }: CaptchaWidget, theme: string, lang: string, parent: string): string {
  const data = Object.entries({ kind, siteKey, script: scriptUrl, theme, lang, parent })
    .map(([name, value]) => `data-${name.toLowerCase()}="${escapeHtml(value)}"`)
    .join(' ');
  return `<!doctype html><html lang="${lang}" style="color-scheme:${theme}"><meta charset="utf-8"><title>captcha</title>
<style>body{margin:0;background:transparent}</style><body><div id="widget" ${data}></div><script src="captcha-widget.js"></script></body></html>`;
}

/** Runs in the iframe: renders the widget, and posts the token, failures and the height to the embedding page. */
const script = `'use strict';
(() => {
  const container = document.getElementById('widget');
  const { kind, sitekey, script, theme, lang, parent: page } = container.dataset;
  const post = (message) => parent.postMessage({ from: 'captcha-widget', ...message }, page || location.origin);
  const fail = () => post({ failed: true });
  const bottoms = () => [...document.querySelectorAll('#widget, iframe')]
    .filter((part) => getComputedStyle(part).visibility === 'visible')
    .map((part) => part.getBoundingClientRect().bottom);
  let height = 0;
  const measure = () => {
    const now = Math.ceil(Math.max(0, ...bottoms()));
    if (now !== height) post({ height: (height = now) });
  };
  const loadWidget = () => {
    const api = { turnstile: window.turnstile, hcaptcha: window.hcaptcha, recaptcha: window.grecaptcha }[kind];
    if (!api) return fail();
    const render = () => {
      try {
        api.render(container, {
          sitekey, theme, hl: lang, language: lang,
          callback: (token) => post({ token }),
          'expired-callback': () => post({ token: '' }),
          'error-callback': fail,
        });
        new MutationObserver(measure).observe(document.documentElement, { subtree: true, childList: true, attributes: true });
        new ResizeObserver(measure).observe(container);
        measure();
      } catch {
        fail();
      }
    };
    if (kind !== 'turnstile' && api.ready) api.ready(render);
    else render();
  };
  const source = document.createElement('script');
  source.src = script;
  source.onload = loadWidget;
  source.onerror = fail;
  document.head.append(source);
})();
`;
