import type { IncomingMessage } from 'node:http';
import { createTranslator, type Envelope, getError, type Locale, type Translate, toLocale } from '@gantry/core';
import { words as en } from '@gantry/core/words/en-US';
import { words as zh } from '@gantry/core/words/zh-CN';
import type { FastifyRequest } from 'fastify';
import type { RequestContext } from './authenticate.ts';
import type { Caller, Via } from './caller.ts';

export type Translators = Readonly<Record<Locale, Translate>>;

/** The shared words in both languages, ready for calls in either. */
export function createTranslators(): Translators {
  return { 'zh-CN': createTranslator('zh-CN', zh), 'en-US': createTranslator('en-US', en) };
}

const clients: readonly string[] = ['web', 'tui', 'cli'] satisfies Via[];

/** What the client says it is; without a word, a browser is known by a header that only browsers send. */
function viaOf(request: FastifyRequest): Via {
  const said = request.headers['x-gantry-via'];
  if (typeof said === 'string' && clients.includes(said)) return said as Via;
  return request.headers['sec-fetch-site'] === undefined ? 'service' : 'web';
}

/** `fr;q=0.5, zh-TW` -> `zh-TW`: the language that the client likes best; `*` is no preference. */
function preferred(header: string): string | null {
  const prompts = header.split(',').map((options) => {
    const [tag = '', ...params] = options.trim().split(';');
    const quality = /^\s*q=(\d(?:\.\d{1,3})?)\s*$/.exec(params.join(';'))?.[1];
    return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) };
  });
  const best = prompts.reduce((first, options) => (options.quality > first.quality ? options : first));
  return best.tag === '*' ? null : best.tag;
}

/** Headers that are stored, and their maximum length, so that invented values do not fill the memory. */
const [maxEntries, maxHeaderLength] = [500, 100];

/** Reads a header that is the same in nearly every call once. */
function createLocaleCache(): (header: string) => Locale {
  const stored = new Map<string, Locale>();
  return (header) => {
    const known = stored.get(header);
    if (known !== undefined) return known;
    const locale = toLocale(preferred(header));
    if (stored.size < maxEntries && header.length <= maxHeaderLength) stored.set(header, locale);
    return locale;
  };
}
const localeOfHeader = createLocaleCache();

/** The language of the answer to a request. */
export function getRequestLocale(request: Pick<IncomingMessage, 'headers'>): Locale {
  return localeOfHeader(request.headers['accept-language'] ?? '');
}

/** What a request says of itself before its sender is authenticated. */
export function toCallRequest(request: FastifyRequest, translators: Translators): RequestContext {
  const locale = getRequestLocale(request);
  return {
    ...{ via: viaOf(request), ip: request.ip, requestId: request.id, begunAt: performance.now() },
    ...{ locale, t: translators[locale] },
  };
}

/** The envelope of a success; remembers its code for the log. Nothing at all is `null`. */
export function createSuccess(name: 'ok' | 'accepted', data: unknown, state: RequestState): Envelope {
  const row = getError(name);
  state.code = row.code;
  return { code: row.code, message: state.requestContext.locale === 'zh-CN' ? row.zh : row.en, data: data ?? null };
}

/** What the frame keeps of a request while it runs. */
interface RequestState {
  readonly requestContext: RequestContext;
  /** Milliseconds of the monotonic clock. */
  readonly startedAt: number;
  caller: Caller | null;
  actorId: number | null;
  /** It waits for news: how long it takes says nothing of the server. */
  isLong: boolean;
  /** Code of the envelope, once it is known. */
  code: number | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    frame: RequestState | null;
  }
}

export function getRequestState(request: FastifyRequest): RequestState {
  if (!request.frame) throw new Error('the request was not opened');
  return request.frame;
}
