import { defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, integer, json, reference, tags, text, time } from '../../fields/index.ts';
import { backgroundInput, baseInput, reportOutput, ruleInput } from './recall-parts.ts';

const never = { write: 'never' } as const;
const percent = { zh: '%', en: '%' };

/** Result of the last run of a question. */
export const goldenResults = {
  never: { zh: '未跑', en: 'Not run yet', tone: 'neutral' },
  pass: { zh: '通过', en: 'Passed', tone: 'good' },
  fail: { zh: '未通过', en: 'Failed', tone: 'bad' },
} as const;

export const goldenQuestion = defineResource({
  name: 'goldenQuestion',
  path: '/ai/ai_know_list/ai_know_search',
  title: 'query',
  label: { zh: '标准问题', en: 'Golden question' },
  help: {
    zh: '已知正确答案的问题：改动分段、设置或模型后重跑，与上次对比',
    en: 'Questions with known correct chunks. Run them again after a change and compare with the last result.',
  },
  fields: {
    query: text({ zh: '问题', en: 'Question' }, { required: true, search: true, max: 1000 }),
    knowledgeId: reference({ zh: '知识库', en: 'Knowledge base' }, 'knowledge', { required: true, write: 'create' }),
    chunks: tags(
      { zh: '应命中的分段编号', en: 'Expected chunks' },
      {
        required: true,
        maxItems: 20,
        help: {
          zh: '重新分段后按内容认出原来的分段',
          en: 'After a document is re-chunked, chunks are matched by their content.',
        },
      },
    ),
    lastResult: choice({ zh: '上次结果', en: 'Previous result' }, goldenResults, {
      ...never,
      required: true,
      default: 'never',
    }),
    lastRank: integer({ zh: '名次', en: 'Rank' }, never),
    lastRecall: integer({ zh: '召回率', en: 'Recall' }, { ...never, unit: percent }),
    lastRunAt: time({ zh: '上次运行', en: 'Last run' }, never),
    keys: json({ zh: '分段指纹', en: 'Chunk hashes' }, { write: 'never', read: 'never' }),
    note: text({ zh: '备注', en: 'Note' }, { max: 500 }),
  },
  list: {
    columns: ['query', 'knowledgeId', 'lastResult', 'lastRank', 'lastRecall', 'lastRunAt', 'updatedAt'],
    filters: ['knowledgeId', 'lastResult', 'createdAt'],
    sort: '-id',
  },
  form: [['knowledgeId'], ['query'], ['chunks'], ['note']],
  unique: [['knowledgeId', 'query']],
  access: {
    list: everyone,
    get: everyone,
    create: everyone,
    update: everyone,
    delete: everyone,
    batch: everyone,
    import: everyone,
    export: everyone,
  },
  actions: {
    run: {
      on: 'collection',
      label: { zh: '全部重跑', en: 'Rerun all' },
      help: {
        zh: '跑完一个知识库的全部标准问题：通过与否、召回率，以及与上次的变化',
        en: 'Runs all golden questions of a knowledge base: pass or fail, recall, and changes since the last run.',
      },
      roles: everyone,
      input: { knowledge: baseInput, ...ruleInput, background: backgroundInput },
      output: reportOutput,
    },
  },
});
export type GoldenQuestion = RecordOf<typeof goldenQuestion>;
