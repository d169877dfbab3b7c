import { createTranslator, type Leaves, type Locale, type Translate, type WordKey } from '@gantry/core';
import type { words as zh } from '@gantry/core/words/zh-CN/resource';
import { createContext, type ReactNode, use } from 'react';

export type ResourceWordKey = WordKey | Leaves<typeof zh>;
export type ResourceWords = Translate<ResourceWordKey>;

const WordsContext = createContext<ResourceWords | null>(null);

/** Loads the translations of resource pages in one locale, with the first such page instead of with the frame. */
export async function loadResourceWords(locale: Locale): Promise<ResourceWords> {
  const [shared, own] =
    locale === 'zh-CN'
      ? await Promise.all([import('@gantry/core/words/zh-CN'), import('@gantry/core/words/zh-CN/resource')])
      : await Promise.all([import('@gantry/core/words/en-US'), import('@gantry/core/words/en-US/resource')]);
  return createTranslator<ResourceWordKey>(locale, shared.words, own.words);
}

export function WordsProvider({ words, children }: { readonly words: ResourceWords; readonly children: ReactNode }) {
  return <WordsContext value={words}>{children}</WordsContext>;
}

/** Returns the translate function of resource pages. */
export function useWords(): ResourceWords {
  const words = use(WordsContext);
  if (!words) throw new Error('a resource page is drawn without its words');
  return words;
}
