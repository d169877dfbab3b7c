import { Fault, type Locale, say, type Words, workFiles } from '@gantry/core';
import { changedDraft, differing } from '../../resources/changes.ts';
import type { Operation } from '../../resources/operation.ts';
import type { Cell, Row } from '../../store/database.ts';
import { changedCells, changeRecord } from '../../store/records.ts';

/** The files of a work were deleted: it is shown to nobody, and not made from what was given any more. */
export const hasLostFiles = ({ files_deleted_at: at = null }: Row): boolean => at !== null;

const words = {
  gone: { zh: '它的文件已删除', en: 'Its files were deleted' },
  none: { zh: '没有可删除的文件', en: 'It has no files to delete' },
} as const;

const refusal = (why: Words, locale: Locale, state: string) =>
  new Fault('stateConflict', { message: say(why, locale), data: { state } });

/** Refuses what needs the files of a work that are gone. */
export function assertFiles(row: Row, locale: Locale): void {
  if (hasLostFiles(row)) throw refusal(words.gone, locale, 'filesDeleted');
}

const filesIn = (cell: unknown) => (typeof cell === 'string' ? workFiles(JSON.parse(cell)).length : 0);

/** Forgets where the files of a work are; the log says that they went and how many, not where they were. */
export const deleteFiles: Operation = {
  async run({ tx, services, resource, caller, name, row }) {
    if (row === null) throw new Fault('notFound');
    assertFiles(row, caller.locale);
    const held = ['results', 'inputs'].filter((column) => (row[column] ?? null) !== null);
    if (held.length === 0) throw refusal(words.none, caller.locale, 'noFiles');
    const deletedFiles = held.reduce((sum, column) => sum + filesIn(row[column]), 0);
    const at = services.clock();
    const own = Object.hasOwn(resource.fields, 'recommended') ? { recommended: false } : {};
    const told = { filesDeletedAt: at, publication: 'private', ...own };
    const cells = differing(row, changedCells(resource, told)) as Record<string, Cell>;
    const emptied = Object.fromEntries(held.map((column) => [column, null]));
    const stamp = { by: caller.actor.id, at };
    await changeRecord(tx, services.database.dialect, resource, row, { ...cells, ...emptied }, stamp);
    const draft = changedDraft(resource, name, row, cells);
    return { data: { deletedFiles }, audit: { ...draft, after: { ...draft.after, deletedFiles } } };
  },
};
