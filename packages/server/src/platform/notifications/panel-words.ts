import { createTranslator, type Leaves, type Locale, type Translate } from '@gantry/core';
import { words as en } from '@gantry/core/words/en-US/panels';
import { words as zh } from '@gantry/core/words/zh-CN/panels';

export type PanelWord = Leaves<typeof zh>;
export type PanelTranslate = Translate<PanelWord>;

/** Returns the translators of the workplace and its notifications, by language. */
export function createPanelWords(): Readonly<Record<Locale, PanelTranslate>> {
  return { 'zh-CN': createTranslator<PanelWord>('zh-CN', zh), 'en-US': createTranslator<PanelWord>('en-US', en) };
}
