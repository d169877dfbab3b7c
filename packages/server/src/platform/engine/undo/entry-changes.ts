import type { AuditEntry } from '../../audit/audit-entries.ts';
import type { Row } from '../../store/database.ts';

/** What an entry says of one record: null before it was made, null after it was deleted. */
export interface Change {
  readonly id: number;
  readonly before: Row | null;
  readonly after: Row | null;
}

interface Side {
  /** Values of the entry itself: of its own record, or those that all records of the set share. */
  readonly own: Row;
  readonly items: ReadonlyMap<number, Row>;
}

function sideOf(values: Row | null): Side {
  const { items, ...own } = values ?? {};
  const listed = (Array.isArray(items) ? items : []) as readonly Row[];
  return { own, items: new Map(listed.map(({ id, ...rest }) => [Number(id), rest])) };
}

const isEmpty = (values: Row) => Object.keys(values).length === 0;

/** An entry as changes of records: its own with those that had to move along, or those of its set. */
export function listEntryChanges({ resourceId, before, after }: AuditEntry): Change[] {
  const [old, now] = [sideOf(before), sideOf(after)];
  const ids = [...new Set([...old.items.keys(), ...now.items.keys()])];
  if (resourceId !== null) {
    const along = ids.map((id) => ({ id, before: old.items.get(id) ?? null, after: now.items.get(id) ?? null }));
    if (along.length > 0 && isEmpty(old.own) && isEmpty(now.own)) return along;
    return [{ id: resourceId, before: before && old.own, after: after && now.own }, ...along];
  }
  const valuesAt = ({ own, items }: Side, id: number) => {
    const values = items.get(id);
    return values ? { ...own, ...values } : null;
  };
  return ids.map((id) => ({ id, before: valuesAt(old, id), after: valuesAt(now, id) }));
}
