import { ApiError, listWorkFiles } from '@gantry/core';
import { createChangedDraft, pickDiffering } from '../../platform/engine/changes.ts';
import type { Operation } from '../../platform/engine/operation.ts';
import type { Cell, Row } from '../../platform/store/database.ts';
import { changeRecord, toChangedCells } from '../../platform/store/records.ts';

/** The files of a work were deleted: it is shown to nobody, and not made from what was given any more. */
export const hasLostFiles = ({ files_deleted_at: at = null }: Row): boolean => at !== null;

const filesIn = (cell: unknown) => (typeof cell === 'string' ? listWorkFiles(JSON.parse(cell)).length : 0);

/** Forgets where the files of a work are; the log says that they went and how many, not where they were. */
export const deleteFiles: Operation = {
  async run({ tx, services, resource, caller, name, row }) {
    if (row === null) throw new ApiError('notFound');
    const held = ['results', 'inputs'].filter((column) => (row[column] ?? null) !== null);
    const deletedFiles = held.reduce((sum, column) => sum + filesIn(row[column]), 0);
    const at = services.clock();
    const own = Object.hasOwn(resource.fields, 'recommended') ? { recommended: false } : {};
    const reported = { filesDeletedAt: at, publication: 'private', ...own };
    const cells = pickDiffering(row, toChangedCells(resource, reported)) as Record<string, Cell>;
    const emptied = Object.fromEntries(held.map((column) => [column, null]));
    const stamp = { by: caller.actor.id, at };
    await changeRecord(tx, services.database.dialect, resource, row, { ...cells, ...emptied }, stamp);
    const draft = createChangedDraft(resource, name, row, cells);
    return { data: { deletedFiles }, audit: { ...draft, after: { ...draft.after, deletedFiles } } };
  },
};
