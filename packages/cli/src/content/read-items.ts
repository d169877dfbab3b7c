import { say } from '@gantry/core';
import type { ContentPlace } from '../catalogue/content.ts';
import type { Context } from '../context.ts';
import type { ContentFile } from './content-file.ts';
import type { Item, Refusal } from './item.ts';
import { keyText, loadMovables, type Movable, withTargets } from './movable.ts';

export interface Items {
  /** What the file brings and what that refers to, targets first. */
  readonly movables: ReadonlyMap<string, Movable>;
  readonly items: readonly Item[];
  readonly refusals: readonly Refusal[];
}

/** The records of a file by entity. What is no content here, has no name, or stands in the file twice is refused. */
export async function readItems(file: ContentFile, present: readonly ContentPlace[], context: Context): Promise<Items> {
  const { t, locale } = context;
  const refusals: Refusal[] = file.broken.map(({ line, reason }) => {
    return { line, entity: null, title: null, reasons: [reason] };
  });
  const used = new Set(file.records.map(({ entity }) => entity));
  const places = present.filter(({ command }) => used.has(command));
  const movables = await loadMovables(withTargets(places));
  const byCommand = new Map([...movables.values()].map((movable) => [movable.place.command, movable]));
  const counts = new Map<string, number>();
  const items: Item[] = [];
  for (const { line, entity, values, state } of file.records) {
    const movable = byCommand.get(entity);
    const title = String(values[movable?.resource.title ?? ''] ?? '');
    const refuse = (reason: string) => refusals.push({ line, entity, title, reasons: [reason] });
    if (!movable) {
      refuse(t('content.unknown', { name: entity }));
      continue;
    }
    const key = keyText(movable, values);
    if (key === null) {
      const names = movable.place.key.map((name) => {
        const field = movable.resource.fields[name];
        return field ? say(field.label, locale) : name;
      });
      refuse(t('content.noKey', { fields: names.join(', ') }));
      continue;
    }
    const counted = `${entity} ${key}`;
    const nth = counts.get(counted) ?? 0;
    counts.set(counted, nth + 1);
    if (nth > 0 && movable.place.isUnique) refuse(t('content.twice'));
    else items.push({ line, movable, key, nth, title, values, state, outcome: null, kept: null });
  }
  return { movables, items, refusals };
}
