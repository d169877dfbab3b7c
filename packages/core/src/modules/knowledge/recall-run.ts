import { defineResource, everyone, type RecordOf } from '../../definition/index.ts';
import { choice, integer, json, reference, state, tags, text } from '../../fields/index.ts';
import { jobStates } from '../system/background-job.ts';
import { jobRunFields } from '../system/job-run-fields.ts';
import { goldenResults } from './golden-question.ts';
import { ruleParts } from './recall-parts.ts';

const never = { write: 'never' } as const;
const shown = { write: 'never', read: 'detail' } as const;
const percent = { zh: '%', en: '%' };

/** Results by question. */
const itemParts = {
  id: integer({ zh: '标准问题', en: 'Golden question' }),
  query: text({ zh: '问题', en: 'Question' }),
  expected: tags({ zh: '应命中', en: 'Expected' }),
  rank: integer({ zh: '名次', en: 'Rank' }),
  got: tags({ zh: '命中', en: 'Matches' }),
  matched: tags({ zh: '其中应命中', en: 'Expected' }),
  last: choice({ zh: '上次', en: 'Previous' }, goldenResults),
  lastRecall: integer({ zh: '上次召回率', en: 'Previous recall' }, { unit: percent }),
} as const;

/** Maximum number of questions of a run. A single call answers fewer. */
export const maxRunQuestions = 5_000;

export const recallRun = defineResource({
  name: 'recallRun',
  path: '/ai/ai_know_list/ai_know_search',
  title: 'kind',
  label: { zh: '测试报告', en: 'Test run' },
  help: {
    zh: '在后台进行的批量测试与标准问题重跑：进度、召回率与逐题结果；一次至多 5000 题',
    en: 'Batch tests and golden question runs in the background: progress, recall, and results. Maximum 5,000 questions.',
  },
  fields: {
    kind: choice(
      { zh: '测试', en: 'Test' },
      {
        batch: { zh: '批量测试', en: 'Batch test' },
        golden: { zh: '标准问题', en: 'Golden questions' },
      },
      { ...never, required: true, default: 'batch' },
    ),
    knowledgeId: reference({ zh: '知识库', en: 'Knowledge base' }, 'knowledge', { ...never, required: true }),
    status: state({ zh: '状态', en: 'Status' }, jobStates),
    done: integer({ zh: '已测', en: 'Run' }, { ...never, required: true, default: 0 }),
    total: integer({ zh: '共', en: 'Total' }, { ...never, required: true, default: 0 }),
    passed: integer({ zh: '通过', en: 'Passed' }, never),
    recall: integer({ zh: '召回率', en: 'Recall' }, { ...never, unit: percent }),
    lastRecall: integer({ zh: '上次召回率', en: 'Previous recall' }, { ...never, unit: percent }),
    reciprocalRank: text({ zh: '平均倒数名次', en: 'Mean reciprocal rank' }, { ...shown, max: 16 }),
    withoutHits: integer({ zh: '无结果', en: 'Without results' }, shown),
    k: integer({ zh: '取前几名', en: 'Results considered' }, shown),
    rule: json({ zh: '检索设置', en: 'Retrieval settings' }, { ...shown, parts: ruleParts }),
    items: json({ zh: '逐题', en: 'Questions' }, { ...shown, rows: itemParts }),
    ...jobRunFields,
  },
  list: {
    columns: ['createdAt', 'kind', 'knowledgeId', 'status', 'done', 'total', 'passed', 'recall', 'finishedAt'],
    filters: ['knowledgeId', 'kind', 'status', 'createdAt'],
    sort: '-id',
  },
  access: { list: everyone, get: everyone, batch: everyone },
  actions: {
    cancel: {
      on: 'record',
      label: { zh: '停止', en: 'Stop' },
      help: { zh: '测过的结果保留', en: 'Completed results are preserved.' },
      roles: everyone,
      from: ['queued', 'running'],
    },
  },
});
export type RecallRun = RecordOf<typeof recallRun>;
