import { admins, defineSettings } from '../../definition/index.ts';
import {
  boolean,
  choice,
  connectionTestOutput,
  integer,
  json,
  paragraph,
  reference,
  text,
} from '../../fields/index.ts';

const seconds = { zh: '秒', en: 's' };
const getModel = (zh: string, en: string, ...types: readonly string[]) =>
  reference({ zh, en }, 'aiModel', { only: { type: types } });
const answering = ['chat', 'reasoning', 'vision'] as const;

/** Defaults for services, which read them in the configuration snapshot. */
export const aiSettings = defineSettings({
  name: 'ai',
  path: '/ai/ai_setting',
  label: { zh: '基础 AI 配置', en: 'Basic AI settings' },
  roles: admins,
  groups: {
    defaults: {
      label: { zh: '默认模型', en: 'Default models' },
      help: { zh: '停用的模型不会下发', en: 'Disabled models are not offered.' },
      fields: {
        chatModelId: getModel('对话', 'Chat', ...answering),
        titleModelId: getModel('会话标题', 'Chat titles', ...answering),
        assistModelId: getModel('提示词优化与翻译', 'Prompt help and translation', ...answering),
        embeddingModelId: getModel('向量', 'Embedding', 'embedding'),
        rerankModelId: getModel('重排', 'Rerank', 'rerank'),
        ttsModelId: getModel('语音合成', 'Speech', 'tts'),
        sttModelId: getModel('语音识别', 'Transcription', 'stt'),
      },
      actions: {
        test: {
          label: { zh: '测试默认模型', en: 'Test the default models' },
          help: {
            zh: '每个模型按用途各发一次很短的请求，不扣用户的点数；语音识别发送半秒静音',
            en: 'Sends one short request to each model, free of charge. Transcription gets half a second of silence.',
          },
          output: {
            ...connectionTestOutput,
            models: json({ zh: '模型', en: 'Models' }),
            use: text({ zh: '用途', en: 'Used for' }),
            name: text({ zh: '名称', en: 'Name' }),
            errorCode: text({ zh: '错误码', en: 'Error code' }),
            reply: text({ zh: '回复', en: 'Reply' }),
            dimensions: integer({ zh: '向量维数', en: 'Dimensions' }),
            bytes: integer({ zh: '语音字节', en: 'Audio bytes' }),
          },
        },
      },
    },
    chat: {
      label: { zh: '对话', en: 'Chat' },
      fields: {
        contextRounds: integer(
          { zh: '携带轮数', en: 'Context turns' },
          { required: true, min: 0, max: 100, default: 10 },
        ),
        maxInputChars: integer(
          { zh: '单次输入上限', en: 'Maximum input' },
          { required: true, min: 1, max: 1_000_000, default: 20_000, unit: { zh: '字', en: 'characters' } },
        ),
        stream: boolean({ zh: '流式输出', en: 'Stream replies' }, { default: true }),
        suggestQuestions: boolean({ zh: '推荐追问', en: 'Suggest questions' }, { default: true }),
        retryTimes: integer({ zh: '失败重试', en: 'Retries' }, { required: true, min: 0, max: 10, default: 2 }),
        timeoutSeconds: integer(
          { zh: '超时', en: 'Time-out' },
          { required: true, min: 1, max: 3600, default: 300, unit: seconds },
        ),
        globalSystemPrompt: paragraph(
          { zh: '全局系统提示词', en: 'Global system prompt' },
          { max: 20_000, help: { zh: '排在模型自己的提示词之前', en: 'Placed before the prompt of the model.' } },
        ),
      },
    },
    file: {
      label: { zh: '文件', en: 'Files' },
      fields: {
        parseMode: choice(
          { zh: '解析方式', en: 'Parsing mode' },
          {
            vector: { zh: '向量检索', en: 'Vector search' },
            link: { zh: '只传链接', en: 'As a link' },
            off: { zh: '不允许文件', en: 'No files allowed' },
          },
          { required: true, default: 'vector' },
        ),
        maxFiles: integer({ zh: '文件数上限', en: 'Maximum files' }, { required: true, min: 1, max: 100, default: 10 }),
        maxMegabytes: integer(
          { zh: '单个大小上限', en: 'Maximum file size' },
          { required: true, min: 1, max: 1000, default: 20, unit: { zh: 'MB', en: 'MB' } },
        ),
      },
    },
    web: {
      label: { zh: '联网搜索', en: 'Web search' },
      fields: {
        enabled: boolean({ zh: '启用', en: 'Search the web' }, { default: true }),
        topK: integer({ zh: '取用条数', en: 'Results used' }, { required: true, min: 1, max: 50, default: 5 }),
      },
    },
    think: {
      label: { zh: '深度思考', en: 'Thinking' },
      fields: {
        mode: choice(
          { zh: '何时思考', en: 'Thinking mode' },
          {
            model: { zh: '由模型决定', en: 'Decided by the model' },
            user: { zh: '由用户选择', en: 'Chosen by the user' },
            off: { zh: '从不', en: 'Never' },
          },
          { required: true, default: 'model' },
        ),
      },
    },
    safety: {
      label: { zh: '安全', en: 'Safety' },
      fields: {
        checkPrompt: boolean({ zh: '检查用户输入', en: 'Check user input' }, { default: true }),
        checkOutput: boolean({ zh: '检查模型输出', en: 'Check model output' }),
      },
    },
  },
});
