import { createTranslator, type Leaves, type Locale, type Translate, type WordKey } from '@gantry/core';
import type { words as frameWords } from '@gantry/core/words/zh-CN/console';
import type { words as entryWords } from '@gantry/core/words/zh-CN/entry';

/** Keys of the translations that the console shows: the shared ones and its own. */
export type ConsoleWordKey = WordKey | Leaves<typeof entryWords> | Leaves<typeof frameWords>;
export type Say = Translate<ConsoleWordKey>;

/** One loader per language: with a single conditional import, the build would load both languages. */
const entries = { 'zh-CN': () => import('./chinese.ts'), 'en-US': () => import('./english.ts') } as const;
const frames = {
  'zh-CN': () => import('@gantry/core/words/zh-CN/console'),
  'en-US': () => import('@gantry/core/words/en-US/console'),
} as const;

/** Loads the translations of one locale only: those of sign-in first, those of the frame together with the frame. */
export async function loadTranslations(locale: Locale, place: 'entry' | 'frame'): Promise<Say> {
  const { parts } = await entries[locale]();
  if (place === 'entry') return createTranslator<ConsoleWordKey>(locale, ...parts);
  const frame = await frames[locale]();
  return createTranslator<ConsoleWordKey>(locale, ...parts, frame.words);
}
