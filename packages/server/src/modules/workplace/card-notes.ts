import { type CardNote, formatMetric, type Locale } from '@gantry/core';
import type { PanelTranslate } from '../../platform/notifications/panel-words.ts';
import type { CardFigures } from './data-panel.ts';
import { taskTables } from './task-card.ts';

/** What a card may say beside its figure, in this order. */
const noted = [
  'enabled',
  'scheduled',
  'active',
  'total',
  'failed',
  'spent',
  'marginBps',
  'ending',
  'pending',
  'undelivered',
] as const;
/** Told even where there is none of it. */
const alwaysShown: readonly string[] = ['enabled', 'active', 'total', 'spent', 'marginBps'];

/** Of what was counted, how much is enabled, waits, failed or is there at all, in words. */
export function createCardNotes(card: CardFigures, t: PanelTranslate, locale: Locale): readonly CardNote[] {
  const notes = noted.flatMap((key) => {
    const value = card[key];
    if (typeof value !== 'number' || (value === 0 && !alwaysShown.includes(key))) return [];
    return [{ key, text: t(`panels.note.${key}`, { value: formatMetric(key, value, locale) }) }];
  });
  const made = (Object.keys(taskTables) as (keyof typeof taskTables)[]).flatMap((key) => {
    const value = card.byKind?.[key] ?? 0;
    return value === 0 ? [] : [{ key, text: t(`panels.task.${key}`, { value: formatMetric(key, value, locale) }) }];
  });
  return [...notes, ...made];
}
