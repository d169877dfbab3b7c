import { type Field, listRowReferences } from '@gantry/core';
import type { PortableResource } from './movable.ts';
import { isRows, type StoredRecord, type TargetIndex } from './target-index.ts';

type Records = ReadonlyMap<string, ReadonlySet<number>>;

/** The records that a value names, by itself or in a list: entity and id of each. */
function namedBy(field: Field, value: unknown): readonly (readonly [string, number])[] {
  if (field.kind === 'reference') return typeof value === 'number' ? [[field.to, value]] : [];
  const inRows = [...listRowReferences(field)];
  if (inRows.length === 0 || !isRows(value)) return [];
  return value.flatMap((row) =>
    inRows.flatMap(([name, to]) => (typeof row[name] === 'number' ? [[to, row[name]] as const] : [])),
  );
}

/** Records of other entities that those of the chosen ones refer to, and what these refer to in turn, by entity. */
export function collectReferences(
  chosen: readonly PortableResource[],
  portableResources: ReadonlyMap<string, PortableResource>,
  targetIndex: TargetIndex,
): Records {
  const found = new Map<string, Set<number>>();
  const isChosen = new Set(chosen.map(({ place }) => place.name));
  const follow = ({ fields }: PortableResource, { values }: StoredRecord) => {
    for (const [name, field] of Object.entries(fields)) {
      for (const [to, id] of namedBy(field, values[name])) {
        if (isChosen.has(to)) continue;
        const target = portableResources.get(to);
        const record = targetIndex.withId(to, id);
        const known = found.get(to) ?? new Set();
        if (!target || !record || record.stays || known.has(id)) continue;
        found.set(to, known.add(id));
        follow(target, record);
      }
    }
  };
  for (const portableResource of chosen)
    for (const record of targetIndex.records(portableResource.place.name))
      if (!record.stays) follow(portableResource, record);
  return found;
}
