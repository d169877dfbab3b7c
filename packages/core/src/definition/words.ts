/** One thing said in both languages of the product. A missing language does not compile. */
export interface LocalizedText {
  readonly zh: string;
  readonly en: string;
}

/** What one thing of a kind is called. */
export interface Name extends LocalizedText {
  /** Several of it in English, where no rule gives that. */
  readonly many?: string;
}

function several(one: string): string {
  if (/[^aeiou]y$/.test(one)) return `${one.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(one) ? `${one}es` : `${one}s`;
}

/** What several things of a kind are called: the same in Chinese. */
export function toNames({ zh, en, many }: Name): LocalizedText {
  return { zh, en: many ?? several(en) };
}

/** The locales that the product speaks; zh-CN is the default, any other value falls back to English. */
export const locales = ['zh-CN', 'en-US'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'zh-CN';

/** The locale for a stored or requested value: none gives the default, any other than ours English. Case makes no difference. */
export function toLocale(value: string | null | undefined): Locale {
  if (value === null || value === undefined || value === '') return defaultLocale;
  const tag = value.toLowerCase();
  return locales.find((locale) => locale.toLowerCase() === tag) ?? 'en-US';
}

/** The words in one locale. */
export function localize(words: LocalizedText, locale: Locale): string {
  return locale === 'zh-CN' ? words.zh : words.en;
}

/** The words in one locale with a value for each `{name}` in them; a name that is not given leaves nothing. */
export function fillText(words: LocalizedText, params: Readonly<Record<string, unknown>>, locale: Locale): string {
  return localize(words, locale).replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}

/** A name inside a sentence: `Banned word` is `banned word`, but `AI icon`, `PDF` and Chinese names such as `Webhook 端点` stay. */
export function toSentenceCase(name: string): string {
  return /^[A-Z][a-z]/.test(name) && !/\p{Script=Han}/u.test(name)
    ? name.charAt(0).toLowerCase() + name.slice(1)
    : name;
}
