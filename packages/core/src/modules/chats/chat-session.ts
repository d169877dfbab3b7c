import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, integer, reference, text, time } from '../../fields/index.ts';
import { chatActions } from './chat-actions.ts';
import { chatKinds } from './chat-kinds.ts';

export { chatKinds } from './chat-kinds.ts';

export const chatSession = defineResource({
  name: 'chatSession',
  path: '/ai/ai_message',
  title: 'title',
  label: { zh: '会话', en: 'Chat session' },
  help: {
    zh: '用户与模型的会话；由平台写入',
    en: 'Conversations of users with models; written by the platform',
  },
  fields: {
    userId: reference({ zh: '用户', en: 'User' }, 'user', { write: 'never' }),
    title: text({ zh: '标题', en: 'Title' }, { write: 'never', search: true, personal: true }),
    kind: choice({ zh: '类型', en: 'Kind' }, chatKinds, { write: 'never' }),
    modelName: text({ zh: '模型', en: 'Model' }, { write: 'never', max: 64 }),
    messageCount: integer({ zh: '消息数', en: 'Messages' }, { write: 'never', default: 0 }),
    tokens: integer({ zh: 'Token 数', en: 'Tokens' }, { write: 'never', default: 0 }),
    pinned: boolean({ zh: '置顶', en: 'Pinned' }, { write: 'never' }),
    lastAt: time({ zh: '最近消息', en: 'Last message' }, { write: 'never' }),
  },
  list: {
    columns: ['title', 'userId', 'kind', 'modelName', 'messageCount', 'tokens', 'lastAt'],
    filters: ['userId', 'kind', 'modelName', 'lastAt'],
    sortable: ['lastAt'],
    sort: '-lastAt',
  },
  removal: 'final',
  access: { list: everyone, get: everyone, delete: admins, batch: admins, export: admins },
  stepUp: ['delete'],
  actions: {
    thread: {
      on: 'record',
      label: { zh: '查看对话', en: 'Open thread' },
      help: {
        zh: '按顺序显示会话的消息；每次查看都会留痕',
        en: 'The messages of the session in order; each opening is recorded',
      },
      roles: admins,
      reads: true,
      input: {
        afterSeq: integer({ zh: '从第几条之后', en: 'After message' }, { min: 0, default: 0 }),
        count: integer({ zh: '条数', en: 'Count' }, { min: 1, max: 200, default: 50 }),
      },
    },
    ...chatActions,
  },
});
export type ChatSession = RecordOf<typeof chatSession>;
