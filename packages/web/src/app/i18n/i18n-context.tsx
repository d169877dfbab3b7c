import { type Locale, type LocalizedText, localize } from '@gantry/core';
import { createContext, type ReactNode, use, useCallback, useMemo } from 'react';
import type { Say } from './words-of.ts';

interface I18n {
  readonly locale: Locale;
  readonly t: Say;
}

const I18nContext = createContext<I18n | null>(null);

interface I18nProviderProps {
  readonly locale: Locale;
  readonly t: Say;
  readonly children: ReactNode;
}

export function I18nProvider({ locale, t, children }: I18nProviderProps) {
  const value = useMemo(() => ({ locale, t }), [locale, t]);
  return <I18nContext value={value}>{children}</I18nContext>;
}

function useI18n(): I18n {
  const value = use(I18nContext);
  if (!value) throw new Error('words are used outside of I18nProvider');
  return value;
}

/** Returns the translate function of the frame. */
export function useT(): Say {
  return useI18n().t;
}

export function useLocale(): Locale {
  return useI18n().locale;
}

/** Returns a function that localizes the texts of a definition. */
export function useSay(): (words: LocalizedText) => string {
  const { locale } = useI18n();
  return useCallback((words: LocalizedText) => localize(words, locale), [locale]);
}
