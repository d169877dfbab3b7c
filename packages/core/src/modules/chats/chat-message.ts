import { admins, defineResource, type RecordOf } from '../../definition/index.ts';
import { boolean, choice, identifier, integer, json, paragraph, reference, tags, text } from '../../fields/index.ts';
import { unsortableReasons } from '../parts.ts';

export const chatMessage = defineResource({
  name: 'chatMessage',
  path: '/ai/ai_message',
  title: 'content',
  label: { zh: '消息', en: 'Chat message' },
  help: {
    zh: '每一条提问与回答；由平台写入，在会话里标记或删除',
    en: 'Every question and answer. Written by the platform; flag or delete messages in their session.',
  },
  fields: {
    sessionId: reference({ zh: '会话', en: 'Session' }, 'chatSession', { write: 'never', required: true }),
    userId: identifier({ zh: '用户编号', en: 'User ID' }, { write: 'never' }),
    seq: integer({ zh: '序号', en: 'No.' }, { write: 'never' }),
    role: choice(
      { zh: '角色', en: 'Role' },
      {
        user: { zh: '用户', en: 'User' },
        assistant: { zh: '助手', en: 'Assistant' },
        system: { zh: '系统', en: 'System' },
        tool: { zh: '工具', en: 'Tool' },
      },
      { write: 'never' },
    ),
    content: paragraph({ zh: '内容', en: 'Content' }, { write: 'never', search: true, personal: true, max: 200_000 }),
    reasoning: paragraph(
      { zh: '思考过程', en: 'Reasoning' },
      { write: 'never', read: 'detail', personal: true, max: 200_000 },
    ),
    attachments: json({ zh: '附件', en: 'Attachments' }, { write: 'never', read: 'detail' }),
    modelName: text({ zh: '模型', en: 'Model' }, { write: 'never', max: 64 }),
    promptTokens: integer({ zh: '输入 Token', en: 'Tokens in' }, { write: 'never' }),
    completionTokens: integer({ zh: '输出 Token', en: 'Tokens out' }, { write: 'never' }),
    latencyMs: integer({ zh: '耗时', en: 'Latency' }, { write: 'never', unit: { zh: '毫秒', en: 'ms' } }),
    status: choice(
      { zh: '状态', en: 'Status' },
      {
        ok: { zh: '成功', en: 'OK', tone: 'good' },
        stopped: { zh: '已停止', en: 'Stopped', tone: 'neutral' },
        error: { zh: '出错', en: 'Error', tone: 'bad' },
        blocked: { zh: '被拦截', en: 'Blocked', tone: 'warn' },
      },
      { write: 'never' },
    ),
    error: text({ zh: '错误', en: 'Error' }, { write: 'never', read: 'detail' }),
    feedback: choice(
      { zh: '反馈', en: 'Feedback' },
      {
        none: { zh: '无', en: 'None' },
        up: { zh: '赞', en: 'Up', tone: 'good' },
        down: { zh: '踩', en: 'Down', tone: 'bad' },
      },
      { write: 'never' },
    ),
    flagged: boolean({ zh: '标记', en: 'Flagged' }, { write: 'never' }),
    bannedHits: tags({ zh: '命中的词', en: 'Matched words' }, { write: 'never', read: 'detail' }),
  },
  list: {
    columns: [
      'createdAt',
      'sessionId',
      'userId',
      'role',
      'content',
      'modelName',
      'promptTokens',
      'completionTokens',
      'status',
    ],
    essential: ['status'],
    filters: ['sessionId', 'userId', 'role', 'modelName', 'status', 'feedback', 'flagged', 'createdAt'],
    unsortable: {
      seq: unsortableReasons.position,
      promptTokens: unsortableReasons.eachRequest,
      completionTokens: unsortableReasons.eachRequest,
      latencyMs: unsortableReasons.eachRequest,
    },
    sort: '-id',
  },
  unique: [['sessionId', 'seq']],
  access: { list: admins, get: admins, export: admins },
  readsAudited: true,
});
export type ChatMessage = RecordOf<typeof chatMessage>;
