import { admin, type Locale, say, type Words } from '@gantry/core';

/** What a role is called; one that this program does not know by its own name. */
export function roleWords(role: string, locale: Locale): string {
  const options: Readonly<Record<string, Words>> = admin.fields.role.options;
  const words = Object.hasOwn(options, role) ? options[role] : undefined;
  return words ? say(words, locale) : role;
}
