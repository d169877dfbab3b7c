import type { AuditEntry } from '../../audit/audit-entries.ts';
import type { Row } from '../../store/database.ts';

/** What an entry says of one record: null before it was made, null after it was deleted. */
export interface Change {
  readonly id: number;
  readonly before: Row | null;
  readonly after: Row | null;
}

interface Side {
  /** Values that all records of the set share. */
  readonly shared: Row;
  readonly items: ReadonlyMap<number, Row>;
}

function sideOf(values: Row | null): Side {
  const { items, ...shared } = values ?? {};
  const listed = (Array.isArray(items) ? items : []) as readonly Row[];
  return { shared, items: new Map(listed.map(({ id, ...own }) => [Number(id), own])) };
}

/** An entry as changes of records: its own, or those of its set. */
export function changesOf({ resourceId, before, after }: AuditEntry): Change[] {
  if (resourceId !== null) return [{ id: resourceId, before, after }];
  const [old, now] = [sideOf(before), sideOf(after)];
  const valuesAt = ({ shared, items }: Side, id: number) => {
    const own = items.get(id);
    return own ? { ...shared, ...own } : null;
  };
  const ids = [...new Set([...old.items.keys(), ...now.items.keys()])];
  return ids.map((id) => ({ id, before: valuesAt(old, id), after: valuesAt(now, id) }));
}
