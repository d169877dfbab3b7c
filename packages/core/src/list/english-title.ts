import type { Locale } from '../definition/index.ts';

/** Returns the name of the field with the English title. Only resources with texts in both languages have it. */
export const getEnglishTitleName = (title: string) => `${title}En`;

/** Returns the name of the field to use as title: in English the English one, if it has a value. */
export function pickTitleField(title: string, record: Readonly<Record<string, unknown>>, locale: Locale): string {
  const english = getEnglishTitleName(title);
  const value = record[english];
  return locale === 'en-US' && typeof value === 'string' && value !== '' ? english : title;
}
