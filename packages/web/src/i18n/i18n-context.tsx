import { type Locale, say, type Words } from '@gantry/core';
import { createContext, type ReactNode, use, useCallback, useMemo } from 'react';
import { createFormat, type Format } from './format.ts';
import type { Say } from './words-of.ts';

interface I18n {
  readonly locale: Locale;
  readonly t: Say;
  readonly format: Format;
}

const I18nContext = createContext<I18n | null>(null);

interface I18nProviderProps {
  readonly locale: Locale;
  readonly t: Say;
  /** IANA name of the site's time zone. */
  readonly timeZone: string;
  readonly children: ReactNode;
}

export function I18nProvider({ locale, t, timeZone, children }: I18nProviderProps) {
  const value = useMemo(() => ({ locale, t, format: createFormat(locale, timeZone) }), [locale, t, timeZone]);
  return <I18nContext value={value}>{children}</I18nContext>;
}

function useI18n(): I18n {
  const value = use(I18nContext);
  if (!value) throw new Error('words are used outside of I18nProvider');
  return value;
}

/** Says a word of the frame. */
export function useT(): Say {
  return useI18n().t;
}

export function useLocale(): Locale {
  return useI18n().locale;
}

/** Says the words that stand in a definition. */
export function useSay(): (words: Words) => string {
  const { locale } = useI18n();
  return useCallback((words: Words) => say(words, locale), [locale]);
}

/** Formats values in the locale and in the site's time zone. */
export function useFormat(): Format {
  return useI18n().format;
}
