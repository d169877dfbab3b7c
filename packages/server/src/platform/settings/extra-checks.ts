import { type LocalizedText, localize, type Values } from '@gantry/core';
import type { Caller } from '../context/context.ts';
import { isAddressAllowed, isNetwork } from './networks.ts';

// White space is that of HTML. Other characters that `\s` matches are part of a name there, so that a script would not end where
// it seems to.
/** A permitted attribute of a script element. */
const attribute =
  /[\t\n\f\r ]+(?:(?:async|defer|nomodule|crossorigin)(?=[\t\n\f\r ]|$)|(src|type|id|charset|integrity|referrerpolicy|crossorigin|async|defer|data-[a-z0-9-]+)[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"<>]*)"|'([^'<>]*)'))/gy;
const piece =
  /[\t\n\f\r ]+|<!--(?!-?>)(?:(?!--).)*-->|<script((?:[\t\n\f\r ][^<>]*)?)>(?:(?!<\/script|<!--).)*<\/script[\t\n\f\r ]*>/gisy;
const types = ['text/javascript', 'application/javascript', 'module'];

/** Whether all attributes are permitted, and `src` is an https URL. */
function arePermittedAttributes(text: string): boolean {
  let end = 0;
  for (const [full, name, double, single] of text.matchAll(attribute)) {
    const value = double ?? single ?? '';
    if (name === 'src' && !(value.startsWith('https://') && URL.canParse(value))) return false;
    if (name === 'type' && !types.includes(value)) return false;
    end += full.length;
  }
  return !/[^\t\n\f\r ]/.test(text.slice(end));
}

/** Whether the text consists only of complete script elements and comments, so that it does not affect what follows in a page. */
export function isScriptMarkup(text: string): boolean {
  let end = 0;
  for (const [full, attributes] of text.matchAll(piece)) {
    if (attributes !== undefined && !arePermittedAttributes(attributes)) return false;
    end += full.length;
  }
  return end === text.length;
}

const messages = {
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
  callerExcluded: (ip: string): LocalizedText => ({
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

/** Checks that all entries are numbers of days from 1 to 90. */
function checkDays(value: unknown): LocalizedText | null {
  const list = Array.isArray(value) ? value.map(String) : [];
  const invalid = list.find((entry) => !/^[1-9]\d?$/.test(entry) || Number(entry) > 90);
  return invalid === undefined ? null : messages.days(invalid.slice(0, 60));
}

type Check = (value: unknown, caller: Caller, group: Values) => LocalizedText | null;

function checkNetworks(value: unknown, { ip }: Caller): LocalizedText | null {
  const list = Array.isArray(value) ? value.map(String) : [];
  const wrong = list.find((entry) => !isNetwork(entry));
  if (wrong !== undefined) return messages.network(wrong.slice(0, 60));
  return isAddressAllowed(ip, list) ? null : messages.callerExcluded(ip);
}

const listOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
const domain = /^(?=.{1,253}$)[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i;

function checkPublicHosts(value: unknown): LocalizedText | null {
  const wrong = listOf(value).find((entry) => !domain.test(entry) || isNetwork(entry));
  return wrong === undefined ? null : messages.publicHost(wrong.slice(0, 60));
}

/** Checks hosts with or without a port; an IPv6 address with a port has brackets. */
function checkPrivateHosts(value: unknown): LocalizedText | null {
  const isHost = (entry: string) => {
    const [, host = entry] = /^(.+):\d{1,5}$/.exec(entry) ?? [];
    return domain.test(host) || isNetwork(host.replace(/^\[|\]$/g, ''));
  };
  const wrong = listOf(value).find((entry) => !isHost(entry) && !isNetwork(entry));
  return wrong === undefined ? null : messages.privateHost(wrong.slice(0, 60));
}

/** Checks a full URL; empty means the default of the provider. */
function checkAddress(value: unknown): LocalizedText | null {
  return value === null || value === '' || URL.canParse(String(value)) ? null : messages.address;
}

/** Checks beyond those of the field kinds, by `page/group/field`. */
const checks: Readonly<Record<string, Check>> = {
  'system/site/timezone': (value) => (typeof value === 'string' && isTimeZone(value) ? null : messages.timezone),
  'system/membership/expireNoticeDays': checkDays,
  'system/loginSecurity/adminIpAllowlist': checkNetworks,
  'front/analytics/code': (value) => (value === null || isScriptMarkup(String(value)) ? null : messages.scripts),
  'front/seo/headHtml': (value) => (value === null || isHeadMarkup(String(value)) ? null : messages.head),
  'front/brand/locales': (value, _caller, { defaultLocale }) =>
    listOf(value).includes(String(defaultLocale)) ? null : messages.defaultLocale,
  'front/brand/defaultLocale': (value, _caller, { locales }) =>
    listOf(locales).includes(String(value)) ? null : messages.defaultLocale,
  'extensions/captcha/scriptUrl': checkAddress,
  'extensions/captcha/verifyUrl': checkAddress,
  'extensions/sms/endpoint': checkAddress,
  'system/outbound/publicHosts': checkPublicHosts,
  'system/outbound/mediaHosts': checkPublicHosts,
  'system/outbound/privateHosts': checkPrivateHosts,
};

/** Returns the errors of changed values that are well formed but invalid, by field; `full` is the new state of the group. */
export function checkExtra(
  page: string,
  group: string,
  values: Values,
  full: Values,
  caller: Caller,
): Record<string, string[]> {
  const errors = Object.entries(values).flatMap(([field, value]) => {
    const rejection = checks[`${page}/${group}/${field}`]?.(value, caller, full) ?? null;
    return rejection === null ? [] : [[field, [localize(rejection, caller.locale)]] as [string, string[]]];
  });
  return Object.fromEntries(errors);
}

// White space is that of HTML. Other characters that `\s` matches are part of a name there, or text that ends the head.
const headAttribute = /[\t\n\f\r ]+([a-z][a-z:-]*)[\t\n\f\r ]*=[\t\n\f\r ]*(?:"([^"<>]*)"|'([^'<>]*)')/gy;
const headPiece = /[\t\n\f\r ]+|<!--(?!-?>)(?:(?!--).)*-->|<(meta|link)((?:[\t\n\f\r ][^<>]*?)?)[\t\n\f\r ]*\/?>/gisy;

/** Permitted attributes by element. URLs must be https. */
const permittedAttributes: Readonly<Record<string, readonly string[]>> = {
  meta: ['name', 'property', 'content', 'charset'],
  link: ['rel', 'href', 'hreflang', 'type', 'sizes', 'media', 'crossorigin', 'title'],
};
/** Permitted values of `rel`: links that describe the page or load nothing that runs. */
const relations = ['alternate', 'author', 'canonical', 'dns-prefetch', 'icon', 'license', 'me', 'preconnect', 'search'];

const isEncrypted = (value: string) => value.startsWith('https://') && URL.canParse(value);

function isPermittedElement(element: string, text: string): boolean {
  const attributes = new Map<string, string>();
  let end = 0;
  for (const [full, name = '', double, single] of text.matchAll(headAttribute)) {
    const attributeName = name.toLowerCase();
    if (!permittedAttributes[element]?.includes(attributeName) || attributes.has(attributeName)) return false;
    attributes.set(attributeName, double ?? single ?? '');
    end += full.length;
  }
  if (/[^\t\n\f\r ]/.test(text.slice(end))) return false;
  if (element === 'meta') return attributes.size > 0;
  return relations.includes(attributes.get('rel')?.toLowerCase() ?? '') && isEncrypted(attributes.get('href') ?? '');
}

/** Whether the text consists only of meta and link elements and comments, none of which runs code, adds styles or redirects. */
export function isHeadMarkup(text: string): boolean {
  let end = 0;
  for (const [full, element, attributes = ''] of text.matchAll(headPiece)) {
    if (element !== undefined && !isPermittedElement(element.toLowerCase(), attributes)) return false;
    end += full.length;
  }
  return end === text.length;
}
