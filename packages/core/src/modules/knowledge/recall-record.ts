import { admins, defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, identifier, integer, json, paragraph, reference, state, tags, text } from '../../fields/index.ts';
import {
  backgroundInput,
  baseInput,
  fusionOptions,
  hitOutput,
  otherRuleInput,
  queryInput,
  recallModeOptions,
  reportOutput,
  rerankResults,
  resultParts,
  ruleInput,
} from './recall-parts.ts';

const never = { write: 'never' } as const;
const shown = { write: 'never', read: 'detail' } as const;
const percent = { zh: '%', en: '%' };

export const recallRecord = defineResource({
  name: 'recallRecord',
  path: '/ai/ai_know_list/ai_know_search',
  title: 'query',
  label: { zh: '召回记录', en: 'Retrieval log entry' },
  help: {
    zh: '知识库的检索测试与线上检索：问了什么、找到哪些分段、各得多少分',
    en: 'Retrieval tests and live searches: the query, the chunks found, and their scores',
  },
  fields: {
    query: text({ zh: '问题', en: 'Question' }, { ...never, required: true, search: true, max: 1000 }),
    knowledgeId: reference({ zh: '知识库', en: 'Knowledge base' }, 'knowledge', { ...never, required: true }),
    source: choice(
      { zh: '来源', en: 'Source' },
      {
        test: { zh: '测试', en: 'Test' },
        golden: { zh: '标准问题', en: 'Golden question' },
        chat: { zh: '对话', en: 'Chat' },
        agent: { zh: '智能体', en: 'Agent' },
        api: { zh: '接口', en: 'API' },
      },
      { ...never, required: true, default: 'test' },
    ),
    userId: identifier({ zh: '用户编号', en: 'User ID' }, shown),
    mode: choice({ zh: '检索方式', en: 'Search' }, recallModeOptions, never),
    topK: integer({ zh: '取用条数', en: 'Results' }, shown),
    scoreMin: integer({ zh: '最低得分', en: 'Minimum score' }, { ...shown, unit: percent }),
    vectorWeight: integer({ zh: '向量权重', en: 'Vector weight' }, { ...shown, unit: percent }),
    fusion: choice({ zh: '融合方式', en: 'Fusion method' }, fusionOptions, shown),
    rankConstant: integer({ zh: 'RRF 常数', en: 'RRF constant' }, shown),
    rerank: choice({ zh: '重排', en: 'Rerank' }, rerankResults, shown),
    resultCount: integer({ zh: '结果数', en: 'Found' }, never),
    topScore: integer({ zh: '最高得分', en: 'Best score' }, { ...never, unit: percent }),
    latencyMs: integer({ zh: '耗时', en: 'Duration' }, { ...never, unit: { zh: '毫秒', en: 'ms' } }),
    results: json({ zh: '结果', en: 'Results' }, { ...shown, parts: resultParts }),
    verdict: state(
      { zh: '评价', en: 'Verdict' },
      {
        none: { zh: '未评', en: 'Not rated', tone: 'neutral' },
        good: { zh: '好', en: 'Good', tone: 'good' },
        bad: { zh: '差', en: 'Bad', tone: 'bad' },
      },
    ),
    note: text({ zh: '备注', en: 'Note' }, { ...never, max: 500 }),
  },
  list: {
    columns: ['createdAt', 'query', 'knowledgeId', 'source', 'mode', 'topScore', 'latencyMs', 'verdict'],
    filters: ['knowledgeId', 'source', 'verdict', 'resultCount', 'topScore', 'createdAt'],
    quick: {
      nothing: { label: { zh: '无结果', en: 'Nothing found' }, where: { resultCount: { to: 0 } } },
      bad: { label: { zh: '评为差', en: 'Marked as bad' }, where: { verdict: ['bad'] } },
    },
    sort: '-id',
  },
  access: { list: everyone, get: everyone, delete: admins, batch: everyone, export: admins },
  actions: {
    test: {
      on: 'collection',
      label: { zh: '召回测试', en: 'Run a retrieval test' },
      help: {
        zh: '像平台一样检索一次，列出各分段的关键词分、向量分与总分；可并排对比两组设置',
        en: 'Searches like the platform and shows keyword, vector, and total scores of each chunk. Compare two settings side by side.',
      },
      roles: everyone,
      input: { knowledge: baseInput, query: queryInput, ...ruleInput, ...otherRuleInput },
      output: hitOutput,
    },
    batchTest: {
      on: 'collection',
      label: { zh: '批量测试', en: 'Run a batch test' },
      help: {
        zh: '每行一个问题与应命中的分段编号或文档名，给出召回率与逐题结果',
        en: 'One question per line with the expected chunk IDs or document names. Reports recall and the result of each question.',
      },
      roles: everyone,
      input: {
        knowledge: baseInput,
        csv: paragraph(
          { zh: '问题（CSV）', en: 'Questions (CSV)' },
          {
            required: true,
            max: 600_000,
            help: {
              zh: '两列：问题，应命中（多个用分号隔开）；至多 5000 行',
              en: 'Two columns: question and expected chunks (separated by semicolons). Maximum 5,000 lines.',
            },
          },
        ),
        ...ruleInput,
        background: backgroundInput,
      },
      output: reportOutput,
    },
    rerun: {
      on: 'record',
      label: { zh: '换设置再测', en: 'Retest with other settings' },
      help: {
        zh: '用别的设置再测一次，与当时的结果并排',
        en: 'Repeats the test with other settings and shows both results side by side.',
      },
      roles: everyone,
      singleRecord: true,
      input: ruleInput,
      output: hitOutput,
    },
    markGood: {
      on: 'record',
      next: ['none'],
      label: { zh: '标为好', en: 'Mark as good' },
      roles: everyone,
      from: ['none', 'bad'],
      to: 'good',
      input: { note: 'note' },
    },
    markBad: {
      on: 'record',
      next: ['none'],
      label: { zh: '标为差', en: 'Mark as bad' },
      roles: everyone,
      from: ['none', 'good'],
      to: 'bad',
      input: { note: 'note' },
    },
    saveGolden: {
      on: 'record',
      label: { zh: '存为标准问题', en: 'Save as a golden question' },
      help: {
        zh: '以后可随时重跑，看应命中的分段是否还找得到',
        en: 'Run it again at any time to check that the expected chunks are still found.',
      },
      roles: everyone,
      input: {
        chunks: tags(
          { zh: '应命中的分段编号', en: 'Expected chunks' },
          { maxItems: 20, help: { zh: '留空取第一名', en: 'Leave empty to use the first result.' } },
        ),
      },
      output: {
        goldenId: identifier({ zh: '标准问题编号', en: 'Golden question ID' }),
        chunks: tags({ zh: '应命中的分段编号', en: 'Expected chunks' }),
      },
    },
  },
});
export type RecallRecord = RecordOf<typeof recallRecord>;
