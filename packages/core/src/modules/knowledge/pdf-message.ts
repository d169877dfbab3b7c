import { admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { json } from '../../fields/index.ts';
import { chatMessage } from '../chats/chat-message.ts';
import { chatSession } from '../chats/chat-session.ts';
import { unsortableReasons } from '../parts.ts';

const { sessionId, seq, role, content, modelName, promptTokens, completionTokens, latencyMs, status, feedback } =
  chatMessage.fields;

/** Messages of PDF sessions: a view of the chat messages without data of its own. */
export const pdfMessage = defineResource({
  name: 'pdfMessage',
  path: '/ai/ai_pdf_list/ai_pdf_message',
  title: 'content',
  label: { zh: 'PDF 问答', en: 'PDF message' },
  help: {
    zh: '围绕 PDF 的提问与回答，附引用的段落与页码；只读，查看会留痕',
    en: 'Questions and answers about PDFs, with cited sections and pages. Read-only; each view is recorded.',
  },
  fields: {
    sessionId,
    userId: chatSession.fields.userId,
    seq,
    role,
    content,
    attachments: json({ zh: '引用', en: 'Cited' }, { write: 'never', read: 'detail' }),
    modelName,
    promptTokens,
    completionTokens,
    latencyMs,
    status,
    feedback,
  },
  list: {
    columns: ['createdAt', 'sessionId', 'userId', 'role', 'content', 'modelName', 'latencyMs', 'status', 'feedback'],
    essential: ['status'],
    filters: ['sessionId', 'userId', 'role', 'status', 'feedback'],
    unsortable: {
      seq: unsortableReasons.position,
      promptTokens: unsortableReasons.eachRequest,
      completionTokens: unsortableReasons.eachRequest,
      latencyMs: unsortableReasons.eachRequest,
    },
    sort: '-id',
  },
  access: { list: admins, get: admins, export: admins },
  readsAudited: true,
});
export type PdfMessage = RecordOf<typeof pdfMessage>;
