import { createTranslator, type Leaves, type Locale, type Translate, type WordKey } from '@gantry/core';
import type { words as frameWords } from '@gantry/core/words/zh-CN/console';
import type { words as entryWords } from '@gantry/core/words/zh-CN/entry';

/** Keys of the words that the console shows: the shared ones and its own. */
export type ConsoleWordKey = WordKey | Leaves<typeof entryWords> | Leaves<typeof frameWords>;
export type Say = Translate<ConsoleWordKey>;

/** The words of one locale, and of that locale alone: those of sign-in first, the frame's with the frame. */
export async function wordsOf(locale: Locale, place: 'entry' | 'frame'): Promise<Say> {
  const { parts } = await (locale === 'zh-CN' ? import('./chinese.ts') : import('./english.ts'));
  if (place === 'entry') return createTranslator<ConsoleWordKey>(locale, ...parts);
  const frame = await (locale === 'zh-CN'
    ? import('@gantry/core/words/zh-CN/console')
    : import('@gantry/core/words/en-US/console'));
  return createTranslator<ConsoleWordKey>(locale, ...parts, frame.words);
}
