import { createTranslator, type Leaves, type Locale, type Translate } from '@gantry/core';
import type { words as zh } from '@gantry/core/words/zh-CN/usage';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useLocale } from '../../app/i18n/index.ts';

export type UsageWords = Translate<Leaves<typeof zh>>;

async function load(locale: Locale): Promise<UsageWords> {
  const { words } =
    locale === 'zh-CN'
      ? await import('@gantry/core/words/zh-CN/usage')
      : await import('@gantry/core/words/en-US/usage');
  return createTranslator<Leaves<typeof zh>>(locale, words);
}

/** Words of the report, loaded with it. */
export function useUsageWords(): UsageWords {
  const locale = useLocale();
  return useSuspenseQuery({
    queryKey: ['usage-words', locale],
    queryFn: () => load(locale),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  }).data;
}
