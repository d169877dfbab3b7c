import { localize, type Values } from '@gantry/core';
import type { ContentPlace } from '../catalog/content.ts';
import type { Context } from '../context/context.ts';
import type { ContentFile } from './content-file.ts';
import { formatKey, loadPortables, type PortableResource, withTargets } from './portable-resources.ts';
import type { StoredRecord } from './target-index.ts';

export const outcomes = ['created', 'updated', 'unchanged', 'skipped', 'rejected'] as const;
export type Outcome = (typeof outcomes)[number];

/** A record of the file. */
export interface Item {
  readonly line: number;
  readonly portableResource: PortableResource;
  readonly key: string;
  /** How many records with the same key precede this one in the file. */
  readonly sequence: number;
  /** The title of the record. */
  readonly title: string;
  /** The values of the file. */
  readonly values: Values;
  readonly state: string | null;
  outcome: Outcome | null;
  /** The stored record; null for a new one. */
  stored: StoredRecord | null;
  /** The names of fields whose stored value differs. */
  changed?: readonly string[];
}

/** A record or a line that was rejected, and the reasons. */
export interface ItemRejection {
  readonly line: number;
  readonly entity: string | null;
  readonly title: string | null;
  readonly reasons: readonly string[];
}

export interface Items {
  /** The entities of the file and those that they refer to, referenced ones first. */
  readonly portableResources: ReadonlyMap<string, PortableResource>;
  readonly items: readonly Item[];
  readonly rejections: readonly ItemRejection[];
}

/** Reads the records of a file. Rejects records that are not content here, have no key, or are in the file twice. */
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
    const sequence = counts.get(counted) ?? 0;
    counts.set(counted, sequence + 1);
    if (sequence > 0 && portableResource.place.isUnique) reject(t('content.twice'));
    else items.push({ line, portableResource, key, sequence, title, values, state, outcome: null, stored: null });
  }
  return { portableResources, items, rejections };
}
