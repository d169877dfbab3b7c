import type { Reader, Row } from '../store/database.ts';

/** An entry as it was written. */
export interface AuditEntry {
  readonly id: number;
  readonly actorId: number | null;
  readonly resource: string;
  /** Null when it stands for a set of records, which are its `items`. */
  readonly resourceId: number | null;
  readonly action: string;
  readonly result: string;
  readonly before: Row | null;
  readonly after: Row | null;
}

function valuesOf(text: unknown): Row | null {
  return text === null || text === undefined ? null : (JSON.parse(String(text)) as Row);
}

function entryOf(row: Row): AuditEntry {
  return {
    id: Number(row.id),
    actorId: row.actor_id === null ? null : Number(row.actor_id),
    resource: String(row.resource),
    resourceId: row.resource_id === null ? null : Number(row.resource_id),
    action: String(row.action),
    result: String(row.result),
    before: valuesOf(row.before),
    after: valuesOf(row.after),
  };
}

const columns = ['id', 'actor_id', 'resource', 'resource_id', 'action', 'result', 'before', 'after'];

/** Entries that stand one after the other, newest first. */
export async function readEntries(read: Reader, from: number, count: number): Promise<AuditEntry[]> {
  const rows = await read
    .selectFrom('audit_logs')
    .select(columns)
    .where('id', '>=', from)
    .where('id', '<', from + count)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(entryOf);
}

/** What was done to a record after an entry, newest first; with the sets of its kind, which it may have been in. */
export async function readLater(
  read: Reader,
  resource: string,
  resourceId: number,
  after: number,
  limit: number,
): Promise<AuditEntry[]> {
  const rows = await read
    .selectFrom('audit_logs')
    .select(columns)
    .where('resource', '=', resource)
    .where('result', '=', 'ok')
    .where('id', '>', after)
    .where((eb) => eb.or([eb('resource_id', '=', resourceId), eb('resource_id', 'is', null)]))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(entryOf);
}
