import { ApiError, type LocalizedText, localize } from '@gantry/core';
import * as z from 'zod/mini';
import type { Caller } from '../../platform/http/caller.ts';
import type { OutboundRequest } from '../../platform/outbound/index.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import type { RowOf } from '../../platform/store/database.ts';
import { openKey } from './key-rules.ts';

const place = (id: number) => ({ table: 'api_keys', id, column: 'proxy_url' });

const words = {
  shape: {
    zh: '代理地址形如 http://用户名:密码@主机:端口，只支持 HTTP 与 HTTPS 代理',
    en: 'Enter the proxy as http://name:password@host:port. Only HTTP and HTTPS proxies are supported.',
  },
} as const;

/** A proxy as it was entered; null for none. Rejects what is not the URL of a proxy. */
export function readProxyUrl(given: unknown, { locale }: Pick<Caller, 'locale'>): string | null {
  const written = typeof given === 'string' ? given.trim() : '';
  if (written === '') return null;
  const url = /^https?:\/\/[^\s/?#]+\/?$/i.test(written) && URL.canParse(written) ? new URL(written) : null;
  if (url === null || url.hostname === '')
    throw new ApiError('invalid', { errors: { proxyUrl: [localize(words.shape, locale)] } });
  return url.href.replace(/\/$/, '');
}

/** The visible part of a proxy: its address, and whether it requires a password. */
function maskProxy(proxyUrl: string): string {
  const url = new URL(proxyUrl);
  const isNamed = url.username !== '' || url.password !== '';
  return `${url.protocol}//${isNamed ? '***@' : ''}${url.host}`;
}

/** The columns of the proxy of a key. The URL may contain a password, so all of it is sealed. */
export function toProxyCells(keyring: Keyring, id: number, proxyUrl: string | null) {
  if (proxyUrl === null) return { proxy_url: null, proxy_mask: null };
  return { proxy_url: keyring.seal(place(id), proxyUrl), proxy_mask: maskProxy(proxyUrl) };
}

/** The proxy for calls with a key; null for none. */
function getProxy(keyring: Keyring, row: RowOf<'api_keys'>): string | null {
  return typeof row.proxy_url === 'string' ? keyring.open(place(row.id), row.proxy_url) : null;
}

/** How calls with a key are made. */
export interface KeyRoute {
  readonly provider: string;
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly secret: string;
  /** The organization that the calls are charged to; null for the key's own. */
  readonly org: string | null;
  readonly proxy: string | null;
}

/** The route of a key from its stored row. */
export function getKeyRoute(keyring: Keyring, row: RowOf<'api_keys'>): KeyRoute {
  return {
    provider: row.provider,
    baseUrl: row.base_url.replace(/\/+$/, ''),
    secret: openKey(keyring, row),
    org: typeof row.org === 'string' && row.org !== '' ? row.org : null,
    proxy: getProxy(keyring, row),
  };
}

/** The authentication headers that a provider expects. */
function getHeaders({ provider, secret, org }: KeyRoute): Record<string, string> {
  if (provider === 'azure') return { 'api-key': secret };
  if (provider === 'anthropic') return { 'x-api-key': secret, 'anthropic-version': '2023-06-01' };
  return { authorization: `Bearer ${secret}`, ...(org === null ? {} : { 'openai-organization': org }) };
}

/** The headers of every call with a key, and its proxy. */
export function getRouteHeaders(
  route: KeyRoute,
): Required<Pick<OutboundRequest, 'headers'>> & Pick<OutboundRequest, 'proxy'> {
  const headers = { ...getHeaders(route), accept: 'application/json' };
  return { headers, ...(route.proxy === null ? {} : { proxy: route.proxy }) };
}

const name = z.string().check(z.minLength(1), z.maxLength(128));
const pairs = z.array(z.strictObject({ ours: name, theirs: name })).check(z.maxLength(500));
/** The former format of maps, before they had rows. */
const named = z.record(name, name);

const mapWords = {
  form: {
    zh: '每项须有 ours（平台标识）与 theirs（上游标识）',
    en: 'Each entry needs ours (our model ID) and theirs (the upstream’s ID).',
  },
  twice: { zh: '同一平台标识只能有一项', en: 'Each of our model IDs may appear only once.' },
} as const satisfies Record<string, LocalizedText>;

/** Returns why the value is not a valid model map, or null. An empty value is valid. */
export function validateModelMap(value: unknown): LocalizedText | null {
  if (value === null) return null;
  const list = pairs.safeParse(value);
  if (!list.success) return !Array.isArray(value) && named.safeParse(value).success ? null : mapWords.form;
  return new Set(list.data.map(({ ours }) => ours)).size === list.data.length ? null : mapWords.twice;
}

/** Maps a model to its name at the upstream of a key. */
export function mapToUpstreamModel(row: RowOf<'api_keys'>, model: string): string {
  const map: unknown = typeof row.model_map === 'string' ? JSON.parse(row.model_map) : null;
  const list = pairs.safeParse(map);
  if (list.success) return list.data.find(({ ours }) => ours === model)?.theirs ?? model;
  const theirs: unknown = Object.hasOwn(Object(map), model) ? Reflect.get(Object(map), model) : null;
  return typeof theirs === 'string' && theirs !== '' ? theirs : model;
}
