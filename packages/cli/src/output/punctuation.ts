import type { Locale } from '@gantry/core';

/** Full width in Chinese, half width with a space in English. */
const signs = {
  'zh-CN': { open: '（', close: '）', separator: '；', colon: '：' },
  'en-US': { open: ' (', close: ')', separator: '; ', colon: ': ' },
} as const satisfies Record<Locale, unknown>;

/** ` (paid)` or `（已付）`, as it follows a text. */
export function toBrackets(text: string, locale: Locale): string {
  const { open, close } = signs[locale];
  return open + text + close;
}

/** Notes in a row: `one of a, b; a when not given`. */
export function joinNotes(notes: readonly string[], locale: Locale): string {
  return notes.join(signs[locale].separator);
}

/** A text behind its label: `Line 3: Word is required`. */
export function toLabeled(label: string, text: string, locale: Locale): string {
  return label + signs[locale].colon + text;
}
