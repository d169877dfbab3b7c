import { localize } from '@gantry/core';
import type { ContentPlace } from '../catalogue/content.ts';
import type { Context } from '../context/context.ts';
import type { ContentFile } from './content-file.ts';
import type { Item, ItemRejection } from './item.ts';
import { formatKey, loadPortables, type PortableResource, withTargets } from './movable.ts';

export interface Items {
  /** What the file brings and what that refers to, targets first. */
  readonly portableResources: ReadonlyMap<string, PortableResource>;
  readonly items: readonly Item[];
  readonly rejections: readonly ItemRejection[];
}

/** The records of a file by entity. What is no content here, has no name, or stands in the file twice is refused. */
export async function readItems(file: ContentFile, present: readonly ContentPlace[], context: Context): Promise<Items> {
  const { t, locale } = context;
  const rejections: ItemRejection[] = file.broken.map(({ line, reason }) => {
    return { line, entity: null, title: null, reasons: [reason] };
  });
  const used = new Set(file.records.map(({ entity }) => entity));
  const images = present.filter(({ command }) => used.has(command));
  const portableResources = await loadPortables(withTargets(images));
  const byCommand = new Map(
    [...portableResources.values()].map((portableResource) => [portableResource.place.command, portableResource]),
  );
  const counts = new Map<string, number>();
  const items: Item[] = [];
  for (const { line, entity, values, state } of file.records) {
    const portableResource = byCommand.get(entity);
    const title = String(values[portableResource?.resource.title ?? ''] ?? '');
    const reject = (reason: string) => rejections.push({ line, entity, title, reasons: [reason] });
    if (!portableResource) {
      reject(t('content.unknown', { name: entity }));
      continue;
    }
    const key = formatKey(portableResource, values);
    if (key === null) {
      const names = portableResource.place.key.map((name) => {
        const field = portableResource.resource.fields[name];
        return field ? localize(field.label, locale) : name;
      });
      reject(t('content.noKey', { fields: names.join(', ') }));
      continue;
    }
    const counted = `${entity} ${key}`;
    const nth = counts.get(counted) ?? 0;
    counts.set(counted, nth + 1);
    if (nth > 0 && portableResource.place.isUnique) reject(t('content.twice'));
    else items.push({ line, portableResource, key, nth, title, values, state, outcome: null, stored: null });
  }
  return { portableResources, items, rejections };
}
