import { ApiError, course, formatMaterial, type LocalizedText, localize, parseMaterialFiles } from '@gantry/core';
import type { Operation } from '../../platform/engine/operation.ts';
import type { Rule } from '../../platform/engine/record-actions/guarded-writes.ts';
import type { Row } from '../../platform/store/database.ts';
import { toChangedCells } from '../../platform/store/records.ts';
import { findUpload } from '../knowledge/store/document-store.ts';
import { writeRow } from '../knowledge/write-row.ts';

const words = {
  file: { zh: '没有这个文件，请先上传', en: 'There is no such file; upload it first' },
  known: { zh: '资料里已有这个文件', en: 'It is among the material already' },
  many: { zh: '资料已到上限', en: 'There is as much material as there may be' },
} as const satisfies Record<string, LocalizedText>;

const materialIn = ({ attachments }: Row): string[] =>
  typeof attachments === 'string' ? (JSON.parse(attachments) as string[]) : [];

/** A file that comes among the material is there; one that has stood there stays as it is. */
export const checkMaterial: Rule = async ({ tx, row, values, caller }) => {
  const before = row ? materialIn(row) : [];
  const files = new Set(parseMaterialFiles(before).map(({ file }) => file));
  const fresh = parseMaterialFiles(values.attachments).filter(({ file }) => !files.has(file));
  for (const { file, name } of fresh)
    if (!(await findUpload(tx, file))) return { attachments: [`${name}: ${localize(words.file, caller.locale)}`] };
  return null;
};

/** An uploaded file becomes the last piece of material. */
export const attach: Operation = {
  undo: { fields: ['attachments'] },
  async run(call) {
    const { tx, row, input, caller } = call;
    if (row === null) throw new ApiError('notFound');
    const rejection = (why: LocalizedText) =>
      new ApiError('invalid', { errors: { file: [localize(why, caller.locale)] } });
    const stored = await findUpload(tx, String(input.file));
    if (!stored) throw rejection(words.file);
    const before = materialIn(row);
    if (parseMaterialFiles(before).some(({ file }) => file === stored.file)) throw rejection(words.known);
    if (before.length >= course.fields.attachments.maxItems) throw rejection(words.many);
    return writeRow(call, row, toChangedCells(course, { attachments: [...before, formatMaterial(stored)] }));
  },
};
