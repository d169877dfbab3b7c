import { type LocalizedText, localize, type Values } from '@gantry/core';
import type { Caller } from '../context/context.ts';
import { isAddressAllowed, isNetwork } from './networks.ts';

// White space is that of HTML: any other that `\s` knows is a part of a name there, and a script does not end where it looks so.
/** What may stand in the tag of a script. */
const attribute =
  /[\t\n\f\r ]+(?:(?:async|defer|nomodule|crossorigin)(?=[\t\n\f\r ]|$)|(src|type|id|charset|integrity|referrerpolicy|crossorigin|async|defer|data-[a-z0-9-]+)[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"<>]*)"|'([^'<>]*)'))/gy;
const piece =
  /[\t\n\f\r ]+|<!--(?!-?>)(?:(?!--).)*-->|<script((?:[\t\n\f\r ][^<>]*)?)>(?:(?!<\/script|<!--).)*<\/script[\t\n\f\r ]*>/gisy;
const types = ['text/javascript', 'application/javascript', 'module'];

/** Are these attributes known ones, and is what they load taken over an encrypted connection? */
function areAttributes(text: string): boolean {
  let end = 0;
  for (const [full, name, double, single] of text.matchAll(attribute)) {
    const value = double ?? single ?? '';
    if (name === 'src' && !(value.startsWith('https://') && URL.canParse(value))) return false;
    if (name === 'type' && !types.includes(value)) return false;
    end += full.length;
  }
  return !/[^\t\n\f\r ]/.test(text.slice(end));
}

/** Is this nothing but whole script elements and comments? Whatever came behind it in a page would be as it was. */
export function isScriptMarkup(text: string): boolean {
  let end = 0;
  for (const [full, attributes] of text.matchAll(piece)) {
    if (attributes !== undefined && !areAttributes(attributes)) return false;
    end += full.length;
  }
  return end === text.length;
}

const words = {
  timezone: { zh: '没有这个时区', en: 'Unknown time zone.' },
  network: (entry: string): LocalizedText => ({
    zh: `不是 IP 地址或网段：${entry}`,
    en: `Not an IP address or network: ${entry}`,
  }),
  publicHost: (entry: string): LocalizedText => ({ zh: `不是域名：${entry}`, en: `Not a domain name: ${entry}` }),
  privateHost: (entry: string): LocalizedText => ({
    zh: `不是主机、主机:端口、IP 或网段：${entry}`,
    en: `Not a host, host:port, IP address or network: ${entry}`,
  }),
  days: (entry: string): LocalizedText => ({
    zh: `不是 1 到 90 的天数：${entry}`,
    en: `Not a number of days from 1 to 90: ${entry}`,
  }),
  scripts: {
    zh: '只能是完整的 <script> 标签与注释，src 须为 https 网址',
    en: 'Only complete <script> elements and comments are allowed, and src must be an https URL.',
  },
  head: {
    zh: '只能是 <meta>、<link> 标签与注释，链接须为 https 网址，不能跳转',
    en: 'Only <meta> and <link> elements and comments with https URLs are allowed. Redirects are not allowed.',
  },
  defaultLocale: { zh: '默认语言须在提供的语言之中', en: 'The default language must be one of the offered languages.' },
  address: { zh: '不是完整的网址', en: 'Enter a full URL.' },
  ownAddress: (ip: string): LocalizedText => ({
    zh: `列表须包含您当前的 IP ${ip}，否则您将无法登录`,
    en: `The list must include your own IP address ${ip}, or you could not sign in.`,
  }),
} as const;

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Numbers of days, each from 1 to 90. */
function checkDays(value: unknown): LocalizedText | null {
  const list = Array.isArray(value) ? value.map(String) : [];
  const wrong = list.find((entry) => !/^[1-9]\d?$/.test(entry) || Number(entry) > 90);
  return wrong === undefined ? null : words.days(wrong.slice(0, 60));
}

type Check = (value: unknown, caller: Caller, group: Values) => LocalizedText | null;

function checkNetworks(value: unknown, { ip }: Caller): LocalizedText | null {
  const list = Array.isArray(value) ? value.map(String) : [];
  const wrong = list.find((entry) => !isNetwork(entry));
  if (wrong !== undefined) return words.network(wrong.slice(0, 60));
  return isAddressAllowed(ip, list) ? null : words.ownAddress(ip);
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const domain = /^(?=.{1,253}$)[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i;

function checkPublicHosts(value: unknown): LocalizedText | null {
  const wrong = listOf(value).find((entry) => !domain.test(entry) || isNetwork(entry));
  return wrong === undefined ? null : words.publicHost(wrong.slice(0, 60));
}

/** A host with or without a port; an IPv6 address with a port stands in brackets. */
function checkPrivateHosts(value: unknown): LocalizedText | null {
  const isHost = (entry: string) => {
    const [, host = entry] = /^(.+):\d{1,5}$/.exec(entry) ?? [];
    return domain.test(host) || isNetwork(host.replace(/^\[|\]$/g, ''));
  };
  const wrong = listOf(value).find((entry) => !isHost(entry) && !isNetwork(entry));
  return wrong === undefined ? null : words.privateHost(wrong.slice(0, 60));
}

/** An address with a host; none at all is the provider's own. */
function checkAddress(value: unknown): LocalizedText | null {
  return value === null || value === '' || URL.canParse(String(value)) ? null : words.address;
}

/** What a field kind alone cannot say of a value, by `page/group/field`. */
const checks: Readonly<Record<string, Check>> = {
  'system/site/timezone': (value) => (typeof value === 'string' && isTimeZone(value) ? null : words.timezone),
  'system/membership/expireNoticeDays': checkDays,
  'system/loginSecurity/adminIpAllowlist': checkNetworks,
  'front/analytics/code': (value) => (value === null || isScriptMarkup(String(value)) ? null : words.scripts),
  'front/seo/headHtml': (value) => (value === null || isHeadMarkup(String(value)) ? null : words.head),
  'front/brand/locales': (value, _caller, { defaultLocale }) =>
    listOf(value).includes(String(defaultLocale)) ? null : words.defaultLocale,
  'front/brand/defaultLocale': (value, _caller, { locales }) =>
    listOf(locales).includes(String(value)) ? null : words.defaultLocale,
  'extensions/captcha/scriptUrl': checkAddress,
  'extensions/captcha/verifyUrl': checkAddress,
  'extensions/sms/endpoint': checkAddress,
  'system/outbound/publicHosts': checkPublicHosts,
  'system/outbound/mediaHosts': checkPublicHosts,
  'system/outbound/privateHosts': checkPrivateHosts,
};

/** Errors of changed values that are well formed and still wrong, by field; `whole` is the group as it would be. */
export function checkExtra(
  page: string,
  group: string,
  values: Values,
  full: Values,
  caller: Caller,
): Record<string, string[]> {
  const found = Object.entries(values).flatMap(([field, value]) => {
    const rejection = checks[`${page}/${group}/${field}`]?.(value, caller, full) ?? null;
    return rejection === null ? [] : [[field, [localize(rejection, caller.locale)]] as [string, string[]]];
  });
  return Object.fromEntries(found);
}

// White space is that of HTML: any other that `\s` knows is a part of a name there, or text that ends the head.
const headAttribute = /[\t\n\f\r ]+([a-z][a-z:-]*)[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"<>]*)"|'([^'<>]*)')/gy;
const headPiece = /[\t\n\f\r ]+|<!--(?!-?>)(?:(?!--).)*-->|<(meta|link)((?:[\t\n\f\r ][^<>]*?)?)[\t\n\f\r ]*\/?>/gisy;

/** What each element may say; an address in it is taken over an encrypted connection. */
const known: Readonly<Record<string, readonly string[]>> = {
  meta: ['name', 'property', 'content', 'charset'],
  link: ['rel', 'href', 'hreflang', 'type', 'sizes', 'media', 'crossorigin', 'title'],
};
/** Links that tell of the page, or fetch what runs nothing. */
const relations = ['alternate', 'author', 'canonical', 'dns-prefetch', 'icon', 'license', 'me', 'preconnect', 'search'];

const isEncrypted = (value: string) => value.startsWith('https://') && URL.canParse(value);

function isElement(element: string, text: string): boolean {
  const said = new Map<string, string>();
  let end = 0;
  for (const [full, name = '', double, single] of text.matchAll(headAttribute)) {
    const attributeName = name.toLowerCase();
    if (!known[element]?.includes(attributeName) || said.has(attributeName)) return false;
    said.set(attributeName, double ?? single ?? '');
    end += full.length;
  }
  if (/[^\t\n\f\r ]/.test(text.slice(end))) return false;
  if (element === 'meta') return said.size > 0;
  return relations.includes(said.get('rel')?.toLowerCase() ?? '') && isEncrypted(said.get('href') ?? '');
}

/** Is this nothing but meta and link elements and comments, none of which runs, styles or leads anywhere? */
export function isHeadMarkup(text: string): boolean {
  let end = 0;
  for (const [full, element, attributes = ''] of text.matchAll(headPiece)) {
    if (element !== undefined && !isElement(element.toLowerCase(), attributes)) return false;
    end += full.length;
  }
  return end === text.length;
}
