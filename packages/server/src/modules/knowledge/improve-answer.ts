import { ApiError, localize } from '@gantry/core';
import type { Operation, OperationCall } from '../../platform/engine/operation.ts';
import type { SettingsReader } from '../../platform/settings/settings-reader.ts';
import type { RowOf } from '../../platform/store/database.ts';
import { createChatsClosedError } from '../chats/index.ts';
import { appendChunks } from './chunk-actions.ts';
import { requireRow } from './write-row.ts';

const words = {
  message: { zh: '没有这条消息', en: 'Message not found.' },
  question: { zh: '找不到提问，请填写', en: 'No question was found. Enter it.' },
  long: { zh: '太长，请改写得短一些', en: 'The text is too long. Shorten it.' },
} as const;

/** Characters of a chunk's content, and of its answer. */
const longest = 20_000;

const written = (value: unknown) => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** What the user had asked before this message. */
async function questionBefore(
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
  return written(row?.content);
}

/** Puts a question of a chat with the right answer at the end of a document, so that it is found the next time. */
export function improveAnswer(settings: SettingsReader): Operation {
  return {
    async prepare({ caller }) {
      if (!(await settings.read('system', 'privacy')).adminCanReadChats)
        throw createChatsClosedError('read', caller.locale);
    },
    async run(call) {
      const { tx, caller, input, resource, name } = call;
      const doc = requireRow(call);
      const invalid = (field: string, key: keyof typeof words) =>
        new ApiError('invalid', { errors: { [field]: [localize(words[key], caller.locale)] } });
      const messages = tx.selectFrom('chat_messages').select(['session_id', 'seq', 'content']);
      const message = await messages.where('id', '=', Number(input.messageId)).executeTakeFirst();
      if (!message) throw invalid('messageId', 'message');
      const question = written(input.question) ?? (await questionBefore(call, message));
      const answer = written(input.answer) ?? String(message.content);
      if (question === null) throw invalid('question', 'question');
      if (question.length > longest) throw invalid('question', 'long');
      if (answer.length > longest) throw invalid('answer', 'long');
      const added = await appendChunks(call, doc, [{ content: question, answer }]);
      const after = { messageId: Number(input.messageId) };
      return {
        data: { added },
        audit: { resource: resource.name, resourceId: Number(doc.id), action: name, after, count: added },
      };
    },
  };
}
