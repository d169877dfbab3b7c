import { boolean, choice, identifier, integer, json, paragraph, reference, text } from '../../fields/index.ts';

/** Definitions that retrieval tests and golden questions share. */

export const recallModeOptions = {
  hybrid: { zh: '混合', en: 'Hybrid' },
  vector: { zh: '向量', en: 'Vector' },
  keyword: { zh: '关键词', en: 'Keyword' },
} as const;

export const fusionOptions = {
  weighted: { zh: '按得分加权', en: 'Weighted scores' },
  reciprocal: { zh: '倒数名次（RRF）', en: 'Reciprocal ranks (RRF)' },
} as const;

export const rerankResults = {
  done: { zh: '已重排', en: 'Reranked', tone: 'good' },
  failed: { zh: '失败，保持原序', en: 'Failed, order unchanged', tone: 'warn' },
} as const;

const rerankUses = { on: { zh: '用', en: 'Use it' }, off: { zh: '不用', en: 'Do not use' } } as const;

const percent = { zh: '%', en: '%' };
const fromBase = { zh: '留空取知识库的设定', en: 'Leave empty to use the setting of the knowledge base.' };
const asFirst = { zh: '留空与第一组相同', en: 'Leave empty to use the settings of the first.' };

export const baseInput = reference({ zh: '知识库', en: 'Knowledge base' }, 'knowledge', { required: true });
export const queryInput = paragraph({ zh: '问题', en: 'Question' }, { required: true, max: 1000 });

/** Search options. Omitted ones use the settings of the knowledge base. */
export const ruleInput = {
  mode: choice({ zh: '检索方式', en: 'Search' }, recallModeOptions, { help: fromBase }),
  topK: integer({ zh: '取用条数', en: 'Results' }, { min: 1, max: 50, help: fromBase }),
  scoreMin: integer({ zh: '最低得分', en: 'Minimum score' }, { min: 0, max: 100, unit: percent, help: fromBase }),
  vectorWeight: integer({ zh: '向量权重', en: 'Vector weight' }, { min: 0, max: 100, unit: percent, help: fromBase }),
  fusion: choice({ zh: '融合方式', en: 'Fusion method' }, fusionOptions, { help: fromBase }),
  rankConstant: integer({ zh: 'RRF 常数', en: 'RRF constant' }, { min: 1, max: 1000, help: fromBase }),
  rerank: choice({ zh: '重排模型', en: 'Rerank model' }, rerankUses, {
    help: { zh: '留空：知识库选了重排模型就用', en: 'Leave empty to use it when the knowledge base has one.' },
  }),
} as const;

const asItIs = { notation: 'plain' } as const;

/** The search options of a report. Scores and weights are from 0 to 1. */
export const ruleParts = {
  ...ruleInput,
  scoreMin: integer({ zh: '最低得分', en: 'Minimum score' }, asItIs),
  vectorWeight: integer({ zh: '向量权重', en: 'Vector weight' }, asItIs),
  rerank: boolean({ zh: '重排', en: 'Rerank' }),
} as const;

/** A result in a record, with scores from 0 to 1. */
export const resultParts = {
  rank: integer({ zh: '名次', en: 'Rank' }),
  docId: reference({ zh: '文档', en: 'Document' }, 'knowDoc'),
  chunkId: reference({ zh: '分段', en: 'Chunk' }, 'knowChunk'),
  score: integer({ zh: '得分', en: 'Score' }, asItIs),
  keywordScore: integer({ zh: '关键词得分', en: 'Keyword score' }, asItIs),
  vectorScore: integer({ zh: '向量得分', en: 'Vector score' }, asItIs),
  rerankScore: integer({ zh: '重排得分', en: 'Rerank score' }, asItIs),
} as const;

/** Options of a second search, for comparing results. */
export const otherRuleInput = {
  otherMode: choice({ zh: '对比：检索方式', en: 'Comparison: search mode' }, recallModeOptions, {
    help: {
      zh: '填了任何一项对比，就并排给出两组结果',
      en: 'If any comparison field is set, both results are shown side by side.',
    },
  }),
  otherTopK: integer({ zh: '对比：条数', en: 'Comparison: results' }, { min: 1, max: 50, help: asFirst }),
  otherScoreMin: integer(
    { zh: '对比：最低得分', en: 'Comparison: minimum score' },
    { min: 0, max: 100, unit: percent, help: asFirst },
  ),
  otherVectorWeight: integer(
    { zh: '对比：向量权重', en: 'Comparison: vector weight' },
    { min: 0, max: 100, unit: percent, help: asFirst },
  ),
  otherFusion: choice({ zh: '对比：融合方式', en: 'Comparison: fusion method' }, fusionOptions, { help: asFirst }),
  otherRankConstant: integer(
    { zh: '对比：RRF 常数', en: 'Comparison: RRF constant' },
    { min: 1, max: 1000, help: asFirst },
  ),
  otherRerank: choice({ zh: '对比：重排模型', en: 'Comparison: rerank model' }, rerankUses, { help: asFirst }),
} as const;

/** Output of a test. Scores are from 0 to 1. */
export const hitOutput = {
  recordId: identifier({ zh: '记录编号', en: 'Record' }),
  mode: choice({ zh: '检索方式', en: 'Search' }, recallModeOptions),
  topK: integer({ zh: '取用条数', en: 'Maximum results' }),
  scoreMin: integer({ zh: '最低得分', en: 'Minimum score' }, { unit: percent }),
  vectorWeight: integer({ zh: '向量权重', en: 'Vector weight' }, { unit: percent }),
  fusion: choice({ zh: '融合方式', en: 'Fusion method' }, fusionOptions),
  rankConstant: integer({ zh: 'RRF 常数', en: 'RRF constant' }),
  reranked: boolean({ zh: '已重排', en: 'Reranked' }),
  notReranked: text({ zh: '未重排的原因', en: 'Reason for not reranking' }),
  degraded: text({ zh: '只按关键词的原因', en: 'Reason for keyword-only search' }),
  other: json({ zh: '对比设置', en: 'Compared setting' }),
  hits: json({ zh: '结果', en: 'Results' }),
  otherHits: json({ zh: '对比结果', en: 'Compared results' }),
  rank: integer({ zh: '名次', en: 'Rank' }),
  score: text({ zh: '得分', en: 'Score' }),
  keywordScore: text({ zh: '关键词分', en: 'Keyword score' }),
  vectorScore: text({ zh: '向量分', en: 'Vector score' }),
  rerankScore: text({ zh: '重排分', en: 'Rerank score' }),
  keywordRank: integer({ zh: '关键词名次', en: 'Keyword rank' }),
  vectorRank: integer({ zh: '向量名次', en: 'Vector rank' }),
  chunkId: identifier({ zh: '分段编号', en: 'Chunk ID' }),
  docId: identifier({ zh: '文档编号', en: 'Document ID' }),
  seq: integer({ zh: '序号', en: 'No.' }),
  title: text({ zh: '标题', en: 'Title' }),
  docName: text({ zh: '文档', en: 'Document' }),
  excerpt: text({ zh: '内容', en: 'Content' }),
  latencyMs: integer({ zh: '耗时', en: 'Duration' }, { unit: { zh: '毫秒', en: 'ms' } }),
} as const;

/** Runs the test as a background job, whatever its size. */
export const backgroundInput = boolean(
  { zh: '在后台进行', en: 'In the background' },
  {
    help: {
      zh: '超过 200 题或 10 秒会自动转到后台',
      en: 'Runs with more than 200 questions or 10 seconds move there automatically.',
    },
  },
);

/** Totals over many questions. Background runs only return their run ID. */
export const reportOutput = {
  run: reference({ zh: '后台测试', en: 'Test run in the background' }, 'recallRun'),
  questions: integer({ zh: '问题数', en: 'Questions' }),
  passed: integer({ zh: '通过', en: 'Passed' }),
  recall: integer({ zh: '召回率', en: 'Recall' }, { unit: percent }),
  lastRecall: integer({ zh: '上次召回率', en: 'Previous recall' }, { unit: percent }),
  reciprocalRank: text({ zh: '平均倒数名次', en: 'Mean reciprocal rank' }),
  withoutHits: integer({ zh: '无结果', en: 'Without results' }),
  k: integer({ zh: '取前几名', en: 'Results considered' }),
  notRequested: integer({ zh: '未测', en: 'Not run' }),
  latencyMs: integer({ zh: '耗时', en: 'Duration' }, { unit: { zh: '毫秒', en: 'ms' } }),
  items: json({ zh: '逐题', en: 'Questions' }),
  query: text({ zh: '问题', en: 'Question' }),
  expected: text({ zh: '应命中', en: 'Expected' }),
  got: text({ zh: '命中', en: 'Matches' }),
  pass: text({ zh: '通过', en: 'Passed' }),
  last: text({ zh: '上次', en: 'Previous' }),
  rank: integer({ zh: '名次', en: 'Rank' }),
} as const;
