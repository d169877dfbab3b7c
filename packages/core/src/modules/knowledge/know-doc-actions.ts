import { type Action, admins, everyone } from '../../definition/index.ts';
import { boolean, identifier, integer, paragraph, reference, text } from '../../fields/index.ts';
import { setRule } from './know-doc-rule.ts';
import { ruleFields } from './know-parts.ts';

/** States in which a worker processes a document. */
const atWork = ['parsing', 'cleaning', 'splitting', 'indexing'] as const;
const idle = ['completed', 'failed', 'cancelled'] as const;

const step = (zh: string, en: string, from: readonly string[], to: string) =>
  ({ on: 'system', label: { zh, en }, roles: admins, from, to }) as const satisfies Action;

/** State changes made by the worker. */
export const docSteps = {
  parse: step('解析', 'Parse', ['waiting'], 'parsing'),
  clean: step('清洗', 'Clean', ['waiting', 'parsing'], 'cleaning'),
  split: step('分段', 'Split', ['waiting', 'cleaning'], 'splitting'),
  index: step('索引', 'Index', ['waiting', 'splitting'], 'indexing'),
  complete: step('完成', 'Complete', ['indexing'], 'completed'),
  fail: step('失败', 'Fail', atWork, 'failed'),
  stopped: step('已停止', 'Stopped', ['cancelling'], 'cancelled'),
} as const;

const base = reference({ zh: '知识库', en: 'Knowledge base' }, 'knowledge', { required: true });
const file = text(
  { zh: '文件', en: 'File' },
  {
    required: true,
    mono: true,
    max: 64,
    help: { zh: '上传后得到的文件编号', en: 'ID returned by the file upload' },
  },
);
const name = text(
  { zh: '名称', en: 'Name' },
  { max: 255, help: { zh: '留空则用文件名或网址', en: 'Leave empty to use the file name or URL.' } },
);
const content = paragraph({ zh: '文字', en: 'Text' }, { required: true, max: 200_000 });

const cut = {
  chunks: integer({ zh: '分段数', en: 'Chunks' }),
  tokens: integer({ zh: 'Token 数', en: 'Tokens' }),
  shortest: integer({ zh: '最短', en: 'Shortest' }, { unit: { zh: 'Token', en: 'tokens' } }),
  longest: integer({ zh: '最长', en: 'Longest' }, { unit: { zh: 'Token', en: 'tokens' } }),
  shownChunks: integer({ zh: '列出', en: 'Listed' }),
  text: paragraph({ zh: '分段', en: 'Preview' }),
} as const;

const additions = {
  add: {
    on: 'collection',
    answers: 'record',
    label: { zh: '添加文件', en: 'Add a file' },
    help: {
      zh: '把已上传的文件加入知识库并排队处理',
      en: 'Adds an uploaded file to the knowledge base and queues it for processing.',
    },
    roles: everyone,
    input: {
      knowledgeId: base,
      file,
      name,
      questions: boolean(
        { zh: '问答表', en: 'Questions and answers' },
        {
          help: {
            zh: 'CSV：一行一问一答，每行成为一段',
            en: 'CSV with one question and answer per row. Each row becomes a chunk.',
          },
        },
      ),
    },
  },
  addText: {
    on: 'collection',
    answers: 'record',
    label: { zh: '添加文字', en: 'Add text' },
    help: { zh: '可用 Markdown 标题分节', en: 'Markdown headings start sections.' },
    roles: everyone,
    input: { knowledgeId: base, name: text({ zh: '名称', en: 'Name' }, { required: true, max: 255 }), content },
  },
  addUrl: {
    on: 'collection',
    answers: 'record',
    label: { zh: '添加网页', en: 'Add a web page' },
    help: {
      zh: '轮到处理时按出站规则抓取；可在系统设置中放行内网主机',
      en: 'Fetched when processing starts, subject to the outbound rules. Allow private hosts in the system settings.',
    },
    roles: everyone,
    input: { knowledgeId: base, url: text({ zh: '网址', en: 'URL' }, { required: true, max: 2000 }), name },
  },
  previewText: {
    on: 'collection',
    label: { zh: '预览分段', en: 'Preview chunks' },
    help: { zh: '预览规则的切分结果，不保存', en: 'Shows how a rule splits a text. Nothing is saved.' },
    roles: everyone,
    reads: true,
    input: { content: { ...content, required: false }, file: { ...file, required: false }, ...ruleFields },
    output: cut,
  },
} as const satisfies Record<string, Action>;

/** Actions of admins on documents. */
export const docActions = {
  ...additions,
  preview: {
    on: 'record',
    label: { zh: '预览分段', en: 'Preview chunks' },
    help: { zh: '预览规则对该文档的切分结果，不保存', en: 'Shows how a rule splits this document. Nothing is saved.' },
    roles: everyone,
    reads: true,
    input: ruleFields,
    output: cut,
  },
  retry: {
    on: 'record',
    next: ['failed'],
    label: { zh: '重试', en: 'Retry' },
    help: { zh: '从失败的那一步继续', en: 'Resumes from the failed stage.' },
    roles: everyone,
    from: ['failed', 'cancelled'],
  },
  cancel: {
    on: 'record',
    label: { zh: '取消处理', en: 'Cancel' },
    help: { zh: '停止处理；已在服务的分段不受影响', en: 'Stops processing. Active chunks are not affected.' },
    roles: everyone,
    from: ['waiting', 'paused', ...atWork],
  },
  pause: {
    on: 'record',
    next: [],
    label: { zh: '暂停', en: 'Pause' },
    roles: everyone,
    undo: false,
    from: ['waiting', ...atWork],
    to: 'paused',
  },
  resume: {
    on: 'record',
    label: { zh: '继续', en: 'Resume' },
    roles: everyone,
    undo: false,
    from: ['paused'],
    to: 'waiting',
  },
  rechunk: {
    on: 'record',
    label: { zh: '重新分段', en: 'Re-chunk' },
    help: {
      zh: '按当前规则重新切分；旧分段服务到新分段完成。不保留时，人工改动会丢失',
      en: 'Re-chunks with the current rule. Old chunks stay active until the new ones are ready. Manual edits are lost unless you keep them.',
    },
    roles: everyone,
    from: idle,
    danger: true,
    input: {
      keepEdited: boolean(
        { zh: '保留人工改动', en: 'Keep manual edits' },
        {
          default: true,
          help: {
            zh: '改过的段落留在原位，其余重新切分',
            en: 'Edited chunks stay in place; the rest is re-chunked.',
          },
        },
      ),
    },
  },
  setRule,
  replace: {
    on: 'record',
    label: { zh: '换新版本', en: 'Replace with a new version' },
    help: {
      zh: '用另一个已上传的文件替换内容并重新处理',
      en: 'Replaces the content with another uploaded file and processes it again.',
    },
    roles: everyone,
    from: idle,
    singleRecord: true,
    danger: true,
    input: { file },
  },
  move: {
    on: 'record',
    label: { zh: '移到其他知识库', en: 'Move to another knowledge base' },
    help: {
      zh: '连同分段移动，并用目标知识库的模型重新索引',
      en: 'Its chunks move too and are re-indexed with the model of that knowledge base.',
    },
    roles: everyone,
    from: idle,
    input: { knowledgeId: base },
  },
  addChunk: {
    on: 'record',
    label: { zh: '写一个分段', en: 'Write a chunk' },
    help: { zh: '排在文档最后', en: 'The chunk is added at the end of the document.' },
    roles: everyone,
    from: ['completed'],
    singleRecord: true,
    input: {
      title: text({ zh: '标题', en: 'Title' }, { max: 255 }),
      content: paragraph({ zh: '内容', en: 'Content' }, { required: true, max: 20_000 }),
      answer: paragraph({ zh: '答案', en: 'Answer' }, { max: 20_000 }),
    },
    output: { added: integer({ zh: '已添加', en: 'Added' }) },
  },
  improve: {
    on: 'record',
    label: { zh: '用问答改进', en: 'Improve from a chat' },
    help: {
      zh: '把问答记录里的一问与正确的回答写成一个分段，下次就能检索到',
      en: 'Adds a question from a chat with its correct answer as a chunk, so that it is found next time.',
    },
    roles: admins,
    from: ['completed'],
    singleRecord: true,
    input: {
      messageId: identifier(
        { zh: '消息编号', en: 'Message ID' },
        { required: true, help: { zh: '问答记录中回答的编号', en: 'ID of the answer in the chat records.' } },
      ),
      question: paragraph(
        { zh: '问题', en: 'Question' },
        { max: 20_000, help: { zh: '留空取此前用户的提问', en: 'Leave empty to use the preceding user question.' } },
      ),
      answer: paragraph(
        { zh: '回答', en: 'Answer' },
        { max: 20_000, help: { zh: '留空取这条消息的内容', en: 'Leave empty to use the message.' } },
      ),
    },
    output: { added: integer({ zh: '已添加', en: 'Added' }) },
  },
  importChunks: {
    on: 'record',
    label: { zh: '导入分段', en: 'Import chunks' },
    help: {
      zh: 'CSV：问题或内容一列、答案一列，可有关键词一列；每行一段，排在最后',
      en: 'CSV with columns for the content or question, the answer, and optionally keywords. Each row becomes a chunk at the end of the document.',
    },
    roles: everyone,
    from: ['completed'],
    singleRecord: true,
    input: { file },
    output: { added: integer({ zh: '已添加', en: 'Added' }) },
  },
  enable: { on: 'record', label: { zh: '启用', en: 'Enable' }, roles: everyone, undo: true },
  disable: {
    on: 'record',
    label: { zh: '停用', en: 'Disable' },
    help: { zh: '它的分段不再参与检索', en: 'Its chunks are excluded from retrieval.' },
    roles: everyone,
    undo: true,
  },
  archive: {
    on: 'record',
    label: { zh: '归档', en: 'Archive' },
    help: { zh: '收起旧资料，不再参与检索', en: 'Archives old material and excludes it from retrieval.' },
    roles: everyone,
    undo: true,
  },
  restore: { on: 'record', label: { zh: '取消归档', en: 'Unarchive' }, roles: everyone, undo: true },
} as const satisfies Record<string, Action>;
