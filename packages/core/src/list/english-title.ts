import type { Locale } from '../definition/index.ts';

/** The name of the field that holds the English text of a title: a resource has it only where its texts are in both languages. */
export const getEnglishTitleName = (title: string) => `${title}En`;

/** The name of the field that titles a record in a language: in English the English one where it has a value. */
export function pickTitleField(title: string, record: Readonly<Record<string, unknown>>, locale: Locale): string {
  const english = getEnglishTitleName(title);
  const value = record[english];
  return locale === 'en-US' && typeof value === 'string' && value !== '' ? english : title;
}
