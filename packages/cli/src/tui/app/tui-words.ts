import { createTranslator, type Locale, type Translate } from '@gantry/core';
import type { TuiKey } from '../keys/tui-key.ts';

/** Words of one language; the other stays unread until it is asked for. */
export async function loadTuiTranslations(locale: Locale): Promise<Translate<TuiKey>> {
  const [common, own] =
    locale === 'zh-CN'
      ? await Promise.all([import('@gantry/core/words/zh-CN'), import('@gantry/core/words/zh-CN/tui')])
      : await Promise.all([import('@gantry/core/words/en-US'), import('@gantry/core/words/en-US/tui')]);
  return createTranslator<TuiKey>(locale, common.words, own.words);
}
