import { defineResource, type RecordOf } from '../../definition/index.ts';
import { choice, choices, image, integer, json, paragraph, reference, tags, text } from '../../fields/index.ts';
import { defineVersionLog } from '../content-version.ts';
import {
  changedSinceQuick,
  editors,
  modelField,
  moveAction,
  nameEnField,
  priceField,
  reorderWithin,
  reviewedActions,
  reviewedState,
  sortField,
  useCountField,
  versionFields,
  vipLevelField,
} from '../parts.ts';
import { contentKey, formRows, testPromptAction } from './form-parts.ts';

export const agent = defineResource({
  name: 'agent',
  path: '/ai/ai_scenes/ai_scene',
  title: 'name',
  label: { zh: '智能体', en: 'Agent' },
  help: {
    zh: '有人设、开场白和工具的对话角色；用户只看到发布的版本',
    en: 'Chat characters with instructions, an opening message, and tools. Users see only the published version.',
  },
  fields: {
    name: text({ zh: '名称', en: 'Name (Chinese)' }, { required: true, search: true, max: 64 }),
    nameEn: nameEnField,
    key: contentKey,
    categoryId: reference({ zh: '分类', en: 'Category' }, 'agentCategory', { required: true }),
    avatar: image({ zh: '头像', en: 'Avatar' }),
    intro: paragraph({ zh: '简介', en: 'Introduction' }, { read: 'detail', search: true, max: 500 }),
    opening: paragraph({ zh: '开场白', en: 'Opening' }, { read: 'detail', max: 2000 }),
    suggestions: tags(
      { zh: '推荐问题', en: 'Questions to ask' },
      { read: 'detail', maxItems: 6, help: { zh: '最多六个', en: 'Up to six.' } },
    ),
    systemPrompt: paragraph(
      { zh: '人设指令', en: 'Instructions' },
      {
        required: true,
        read: 'detail',
        max: 20_000,
        help: { zh: '变量写作 {{名称}}', en: 'Write variables as {{name}}.' },
      },
    ),
    variables: json(
      { zh: '变量', en: 'Variables' },
      {
        read: 'detail',
        rows: formRows,
        help: {
          zh: '用户开始对话前填写；在人设指令里写作 {{变量名}}',
          en: 'Users fill these in before the chat. Refer to them as {{name}} in the instructions.',
        },
      },
    ),
    fewShot: json(
      { zh: '示例对话', en: 'Examples' },
      {
        read: 'detail',
        rows: {
          prompt: paragraph({ zh: '提问', en: 'Question' }, { required: true, max: 20_000 }),
          answer: paragraph({ zh: '回答', en: 'Answer' }, { required: true, max: 20_000 }),
        },
        help: { zh: '提供给模型的问答示例', en: 'Example questions and answers for the model to imitate.' },
      },
    ),
    modelId: modelField,
    temperature: integer(
      { zh: '随机性', en: 'Temperature' },
      { min: 0, max: 200, default: 100, read: 'detail', unit: { zh: '%', en: '%' } },
    ),
    tools: choices(
      { zh: '工具', en: 'Tools' },
      {
        web: { zh: '联网搜索', en: 'Web search' },
        code: { zh: '运行代码', en: 'Run code' },
        draw: { zh: '绘画', en: 'Drawing' },
        file: { zh: '读文件', en: 'Read files' },
      },
      { read: 'detail' },
    ),
    knowledgeBases: json(
      { zh: '知识库', en: 'Knowledge bases' },
      {
        read: 'detail',
        help: {
          zh: '对话时检索的知识库，最多 10 个：平台的、公开的或作者自己的；正在使用的知识库不能删除',
          en: 'Knowledge bases that the agent searches, up to 10: those of the platform, public ones, or the author’s own. A knowledge base in use cannot be deleted.',
        },
        rows: { knowledgeId: reference({ zh: '知识库', en: 'Knowledge base' }, 'knowledge', { required: true }) },
      },
    ),
    ownerType: choice(
      { zh: '来源', en: 'Source' },
      { system: { zh: '官方', en: 'Platform' }, user: { zh: '用户', en: 'User' } },
      { default: 'system', required: true, write: 'create' },
    ),
    ownerId: reference({ zh: '作者', en: 'Author' }, 'user', { write: 'create', read: 'detail' }),
    requiredVipLevel: vipLevelField,
    price: priceField,
    useCount: useCountField,
    likeCount: integer({ zh: '点赞', en: 'Likes' }, { write: 'never', default: 0, read: 'detail' }),
    sort: sortField,
    status: reviewedState,
    ...versionFields,
  },
  list: {
    columns: [
      'avatar',
      'name',
      'categoryId',
      'ownerType',
      'useCount',
      'status',
      'publishedVersion',
      'changedSince',
      'updatedAt',
    ],
    filters: ['categoryId', 'ownerType', 'requiredVipLevel', 'status', 'changedSince'],
    quick: changedSinceQuick,
    sort: 'sort',
  },
  form: [
    ['name', 'nameEn'],
    ['key', 'categoryId'],
    ['avatar', 'intro'],
    ['systemPrompt'],
    ['opening'],
    ['suggestions'],
    ['variables'],
    ['fewShot'],
    ['modelId', 'temperature'],
    ['tools'],
    ['knowledgeBases'],
    ['ownerType', 'ownerId'],
    ['requiredVipLevel', 'price'],
    ['sort'],
  ],
  removal: { finalOnce: 'publishedVersion' },
  access: editors,
  deletion: { from: ['draft', 'rejected', 'unpublished'] },
  actions: {
    ...reviewedActions,
    reorder: reorderWithin('categoryId'),
    move: moveAction('agentCategory'),
    test: testPromptAction,
  },
});
export type Agent = RecordOf<typeof agent>;

export const agentVersion = defineResource({
  ...defineVersionLog('agent', { zh: '智能体', en: 'Agent' }, agent.fields),
  name: 'agentVersion',
  path: '/ai/ai_scenes/ai_scene',
  label: { zh: '智能体版本', en: 'Agent version' },
});
export type AgentVersion = RecordOf<typeof agentVersion>;
