import type { Movable } from './movable.ts';
import type { Kept, Shelf } from './shelf.ts';

type Records = ReadonlyMap<string, ReadonlySet<number>>;

/** Records of other entities that those of the chosen ones refer to, and what these refer to in turn, by entity. */
export function referredTo(chosen: readonly Movable[], movables: ReadonlyMap<string, Movable>, shelf: Shelf): Records {
  const found = new Map<string, Set<number>>();
  const isChosen = new Set(chosen.map(({ place }) => place.name));
  const follow = ({ fields }: Movable, { values }: Kept) => {
    for (const [name, field] of Object.entries(fields)) {
      const id = values[name];
      if (field.kind !== 'reference' || typeof id !== 'number' || isChosen.has(field.to)) continue;
      const target = movables.get(field.to);
      const record = shelf.withId(field.to, id);
      const known = found.get(field.to) ?? new Set();
      if (!target || !record || record.stays || known.has(id)) continue;
      found.set(field.to, known.add(id));
      follow(target, record);
    }
  };
  for (const movable of chosen)
    for (const record of shelf.records(movable.place.name)) if (!record.stays) follow(movable, record);
  return found;
}
