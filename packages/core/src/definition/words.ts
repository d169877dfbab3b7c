/** A text in both languages of the product. A missing language is a compile error. */
export interface LocalizedText {
  readonly zh: string;
  readonly en: string;
}

/** The name of a kind of record, in the singular. */
export interface Name extends LocalizedText {
  /** English plural, where the rules of `toNames` do not produce it. */
  readonly many?: string;
}

function pluralize(one: string): string {
  if (/[^aeiou]y$/.test(one)) return `${one.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(one) ? `${one}es` : `${one}s`;
}

/** The plural of a name. Chinese has no plural, so its text is unchanged. */
export function toNames({ zh, en, many }: Name): LocalizedText {
  return { zh, en: many ?? pluralize(en) };
}

/** Supported locales. Missing values become zh-CN, unknown values en-US. */
export const locales = ['zh-CN', 'en-US'] as const;
export type Locale = (typeof locales)[number];
export const defaultLocale: Locale = 'zh-CN';

/** Resolves a stored or requested locale, ignoring case: a missing value becomes zh-CN, an unknown one en-US. */
export function toLocale(value: string | null | undefined): Locale {
  if (value === null || value === undefined || value === '') return defaultLocale;
  const tag = value.toLowerCase();
  return locales.find((locale) => locale.toLowerCase() === tag) ?? 'en-US';
}

/** Returns the text in one locale. */
export function localize(words: LocalizedText, locale: Locale): string {
  return locale === 'zh-CN' ? words.zh : words.en;
}

/** Returns the text in one locale and replaces each `{name}` by its parameter. A missing parameter becomes an empty string. */
export function fillText(words: LocalizedText, params: Readonly<Record<string, unknown>>, locale: Locale): string {
  return localize(words, locale).replace(/\{(\w+)\}/g, (_, name: string) => String(params[name] ?? ''));
}

/**
 * Adapts a name for use inside a sentence: `Banned word` becomes `banned word`; `AI icon`, `PDF` and Chinese names are unchanged.
 */
export function toSentenceCase(name: string): string {
  return /^[A-Z][a-z]/.test(name) && !/\p{Script=Han}/u.test(name)
    ? name.charAt(0).toLowerCase() + name.slice(1)
    : name;
}
