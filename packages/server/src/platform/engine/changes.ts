import { type AnyResource, camel } from '@gantry/core';
import type { AuditDraft } from '../audit/audit-trail.ts';
import { fromCell } from '../store/columns.ts';
import { getId, type Row } from '../store/database.ts';

/** Converts columns to the values of the audit log: by field, without secrets. */
export function toAuditValues(resource: AnyResource, cells: Row): Row {
  const values: Row = {};
  for (const [column, cell] of Object.entries(cells)) {
    const name = camel(column);
    const field = resource.fields[name];
    if (field && field.kind !== 'secret') values[name] = fromCell(cell, field);
  }
  return values;
}

/** Returns the audit entry of a new record: every value that is not empty. */
export function createCreatedDraft(resource: AnyResource, id: number, row: Row): AuditDraft {
  const filled = Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== null));
  return { resource: resource.name, resourceId: id, action: 'create', after: toAuditValues(resource, filled) };
}

/** Returns the audit entry of a change: the changed columns before and after. */
export function createChangedDraft(resource: AnyResource, action: string, before: Row, changes: Row): AuditDraft {
  const previous = Object.fromEntries(Object.keys(changes).map((column) => [column, before[column] ?? null]));
  return {
    resource: resource.name,
    resourceId: Number(before.id),
    action,
    before: toAuditValues(resource, previous),
    after: toAuditValues(resource, changes),
  };
}

/**
 * Returns the audit entry of a deleted record: every value that is not empty and the system fields, so that the record can be
 * restored.
 */
export function createDeletedDraft(resource: AnyResource, row: Row): AuditDraft {
  const filled = Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== null));
  const { version, created_at: createdAt, created_by: createdBy } = row;
  return {
    resource: resource.name,
    resourceId: getId(row),
    action: 'delete',
    before: { ...toAuditValues(resource, filled), version, createdAt, createdBy },
  };
}

/** Returns the cells that differ from the row. */
export function pickDiffering(row: Row, cells: Row): Row {
  return Object.fromEntries(Object.entries(cells).filter(([column, cell]) => row[column] !== cell));
}

/** Returns the values of some columns of records before they are overwritten. */
export function listItemsBefore(resource: AnyResource, rows: readonly Row[], columns: readonly string[]): Row[] {
  return rows.map((row) => {
    const cells = Object.fromEntries(columns.map((column) => [column, row[column] ?? null]));
    return { id: getId(row), ...toAuditValues(resource, cells) };
  });
}
