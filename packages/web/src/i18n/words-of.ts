import { createTranslator, type Leaves, type Locale, type Translate, type WordKey } from '@gantry/core';
import type { words as consoleWords } from '@gantry/core/words/zh-CN/console';

/** Keys of the words that the console shows: the shared ones and its own. */
export type ConsoleWordKey = WordKey | Leaves<typeof consoleWords>;
export type Say = Translate<ConsoleWordKey>;

/** The words of one locale; only that locale is loaded. */
export async function wordsOf(locale: Locale): Promise<Say> {
  const { parts } = locale === 'zh-CN' ? await import('./chinese.ts') : await import('./english.ts');
  return createTranslator<ConsoleWordKey>(locale, ...parts);
}
