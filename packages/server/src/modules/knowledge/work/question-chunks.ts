import type { Values } from '@gantry/core';
import type { Row } from '../../../platform/store/database.ts';
import { decodeText } from '../document-format.ts';
import { DocumentError } from '../parse/document-error.ts';
import { findDocument, readParts } from '../store/document-store.ts';
import { toStorableText } from '../text/clean-text.ts';
import { parseCsvRows, toQuestionRows } from '../text/csv-rows.ts';
import type { WorkDeps } from './work.ts';

/** Characters of a question or an answer. */
const longest = 20_000;

/** A table of questions: each row a chunk, whole. A row that is too long for one is not cut but refused. */
export async function readQuestions({ database }: WorkDeps, row: Row): Promise<Values[]> {
  const document = await findDocument(database.read, String(row.file ?? ''));
  if (!document) throw new DocumentError('fileGone');
  const text = decodeText(await readParts(database.read, document.id));
  if (text === null) throw new DocumentError('format');
  const rows = toQuestionRows(parseCsvRows(toStorableText(text)));
  if (rows.some(({ question, answer }) => question.length > longest || answer.length > longest))
    throw new DocumentError('tooLarge');
  return rows.map(({ question, answer, keywords }, at) => ({
    content: question,
    answer: answer === '' ? null : answer,
    keywords: keywords.length > 0 ? keywords : null,
    // Of a table, places are rows.
    spanStart: at,
    spanEnd: at + 1,
  }));
}
