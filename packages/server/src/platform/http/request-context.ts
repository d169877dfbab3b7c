import type { IncomingMessage } from 'node:http';
import { createTranslator, type Envelope, getError, type Locale, type Translate, toLocale } from '@gantry/core';
import { words as en } from '@gantry/core/words/en-US';
import { words as zh } from '@gantry/core/words/zh-CN';
import type { FastifyRequest } from 'fastify';
import type { RequestContext } from './authenticate.ts';
import type { Caller, Via } from './caller.ts';

export type Translators = Readonly<Record<Locale, Translate>>;

/** Creates the translators of the shared texts in both languages. */
export function createTranslators(): Translators {
  return { 'zh-CN': createTranslator('zh-CN', zh), 'en-US': createTranslator('en-US', en) };
}

const clients: readonly string[] = ['web', 'tui', 'cli'] satisfies Via[];

/** Returns the client that sent a request. Without `X-Gantry-Via`, a header that only browsers send identifies a browser. */
function detectVia(request: FastifyRequest): Via {
  const header = request.headers['x-gantry-via'];
  if (typeof header === 'string' && clients.includes(header)) return header as Via;
  return request.headers['sec-fetch-site'] === undefined ? 'service' : 'web';
}

/** `fr;q=0.5, zh-TW` -> `zh-TW`: returns the preferred language; null for `*`, which is no preference. */
function findPreferredLanguage(header: string): string | null {
  const preferences = header.split(',').map((entry) => {
    const [tag = '', ...params] = entry.trim().split(';');
    const quality = /^\s*q=(\d(?:\.\d{1,3})?)\s*$/.exec(params.join(';'))?.[1];
    return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) };
  });
  const best = preferences.reduce((first, candidate) => (candidate.quality > first.quality ? candidate : first));
  return best.tag === '*' ? null : best.tag;
}

/** Maximum number and length of the cached headers, so that invented values do not fill the memory. */
const [maxEntries, maxHeaderLength] = [500, 100];

/** Caches the locale of a header, since most calls send the same one. */
function createLocaleCache(): (header: string) => Locale {
  const stored = new Map<string, Locale>();
  return (header) => {
    const cached = stored.get(header);
    if (cached !== undefined) return cached;
    const locale = toLocale(findPreferredLanguage(header));
    if (stored.size < maxEntries && header.length <= maxHeaderLength) stored.set(header, locale);
    return locale;
  };
}
const localeOfHeader = createLocaleCache();

/** Returns the language of the response to a request. */
export function getRequestLocale(request: Pick<IncomingMessage, 'headers'>): Locale {
  return localeOfHeader(request.headers['accept-language'] ?? '');
}

/** Returns the context of a request before its sender is authenticated. */
export function createRequestContext(request: FastifyRequest, translators: Translators): RequestContext {
  const locale = getRequestLocale(request);
  return {
    ...{ via: detectVia(request), ip: request.ip, requestId: request.id, receivedAt: performance.now() },
    ...{ locale, t: translators[locale] },
  };
}

/** Returns the envelope of a success and stores its code for the log. `undefined` becomes `null`. */
export function createSuccess(name: 'ok' | 'accepted', data: unknown, state: RequestState): Envelope {
  const row = getError(name);
  state.code = row.code;
  return { code: row.code, message: state.requestContext.locale === 'zh-CN' ? row.zh : row.en, data: data ?? null };
}

/** State of a request while it is handled. */
interface RequestState {
  readonly requestContext: RequestContext;
  /** In ms of the monotonic clock. */
  readonly startedAt: number;
  caller: Caller | null;
  actorId: number | null;
  /** Whether it is a long poll, whose duration is excluded from the response times. */
  isLong: boolean;
  /** Code of the response envelope; null until it is known. */
  code: number | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    callState: RequestState | null;
  }
}

export function getRequestState(request: FastifyRequest): RequestState {
  if (!request.callState) throw new Error('the request was not opened');
  return request.callState;
}
