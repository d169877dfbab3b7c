import { ApiError, knowChunk, knowDoc, knowledge, knowledgeExport, localize, pdfChunk, pdfDoc } from '@gantry/core';
import type { Operation, OperationCall, Operations } from '../../platform/engine/operation.ts';
import { createOperationsFor } from '../../platform/engine/record-actions/planned-operations.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { RowOf } from '../../platform/store/database.ts';
import { createChatsClosedError } from '../chats/index.ts';
import { addFile, addText, addUrl, type KnowDeps } from './add-documents.ts';
import { appendChunks, chunkActions, writingActions } from './chunk-actions.ts';
import { createPdfActions, pdfChunkActions } from './pdf-actions.ts';
import { previewDocument, previewText } from './preview.ts';
import { rebuildActions } from './rebuild.ts';
import { pageBreak } from './text/clean-text.ts';
import { checkZip, deleteExport, exportZip, importZip, transferBase } from './transfer-base.ts';
import { readText } from './work/stored-text.ts';
import { pdfWork } from './work/work.ts';
import { workActions } from './work-actions.ts';
import { reject, requireRow } from './write-row.ts';

const words = {
  unread: { zh: '还没有解析出文字', en: 'No text has been parsed yet.' },
} as const;

/** Returns the text read from some pages of a PDF. Each call writes an audit entry. */
const pdfText: Operation<'pdf_docs'> = {
  async run(call) {
    const { tx, input, caller, resource, name } = call;
    const id = call.row.id;
    const text = await readText(tx, pdfWork, id);
    if (!text) reject(caller.locale, words.unread, { state: 'unread' });
    const all = text.raw.split(pageBreak);
    const from = Math.min(Number(input.fromPage), all.length);
    const pages = all.slice(from - 1, from - 1 + Number(input.count));
    const toPage = from + pages.length - 1;
    const data = { pages: all.length, fromPage: from, toPage, text: pages.map((page) => page.trim()).join('\n\n') };
    const audit = { resource: resource.name, resourceId: id, action: name, after: { fromPage: from, toPage } };
    return { data, audit };
  },
};

export type { KnowDeps } from './add-documents.ts';

/** Admin actions on knowledge bases, their documents and chunks. */
export function createKnowledgeOperations(deps: KnowDeps): Operations {
  return {
    ...createOperationsFor(knowChunk, chunkActions),
    ...createOperationsFor(pdfDoc, { ...createPdfActions(deps), readText: pdfText }),
    ...createOperationsFor(pdfChunk, pdfChunkActions),
    ...createOperationsFor(knowledge, {
      ...rebuildActions,
      transfer: transferBase(deps),
      exportZip,
      checkZip: checkZip(deps),
      importZip: importZip(deps),
    }),
    ...createOperationsFor(knowledgeExport, { delete: deleteExport }),
    ...createOperationsFor(knowDoc, {
      ...workActions,
      ...writingActions,
      improve: improveAnswer(deps.settings),
      add: addFile(deps),
      addText: addText(deps),
      addUrl: addUrl(deps),
      previewText: previewText(deps),
      preview: previewDocument(deps),
    }),
  };
}

const improveWords = {
  message: { zh: '没有这条消息', en: 'Message not found.' },
  question: { zh: '找不到提问，请填写', en: 'No question was found. Enter it.' },
  long: { zh: '太长，请改写得短一些', en: 'The text is too long. Shorten it.' },
} as const;

/** Maximum characters of a chunk's content and of its answer. */
const longest = 20_000;

const toTextOrNull = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** Returns the user's question before this message. */
async function readQuestionBefore(
  { tx }: OperationCall,
  message: Pick<RowOf<'chat_messages'>, 'session_id' | 'seq'>,
): Promise<string | null> {
  const row = await tx
    .selectFrom('chat_messages')
    .select('content')
    .where('session_id', '=', message.session_id)
    .where('seq', '<', Number(message.seq))
    .where('role', '=', 'user')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  return toTextOrNull(row?.content);
}

/** Appends a chat question with the right answer to a document, so that the next search finds it. */
function improveAnswer(settings: SettingsReader): Operation {
  return {
    async prepare({ caller }) {
      if (!(await settings.read('system', 'privacy')).adminCanReadChats)
        throw createChatsClosedError('read', caller.locale);
    },
    async run(call) {
      const { tx, caller, input, resource, name } = call;
      const doc = requireRow(call);
      const createFieldError = (field: string, key: keyof typeof improveWords) =>
        new ApiError('invalid', { errors: { [field]: [localize(improveWords[key], caller.locale)] } });
      const messages = tx.selectFrom('chat_messages').select(['session_id', 'seq', 'content']);
      const message = await messages.where('id', '=', Number(input.messageId)).executeTakeFirst();
      if (!message) throw createFieldError('messageId', 'message');
      const question = toTextOrNull(input.question) ?? (await readQuestionBefore(call, message));
      const answer = toTextOrNull(input.answer) ?? String(message.content);
      if (question === null) throw createFieldError('question', 'question');
      if (question.length > longest) throw createFieldError('question', 'long');
      if (answer.length > longest) throw createFieldError('answer', 'long');
      const added = await appendChunks(call, doc, [{ content: question, answer }]);
      const after = { messageId: Number(input.messageId) };
      return {
        data: { added },
        audit: { resource: resource.name, resourceId: Number(doc.id), action: name, after, count: added },
      };
    },
  };
}
