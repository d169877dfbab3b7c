import { admins, defineSettings } from '../../definition/index.ts';
import { boolean, choice, integer, reference } from '../../fields/index.ts';
import { ocrGroup } from './ocr-group.ts';

const chunkModes = {
  auto: { zh: '按标题与段落', en: 'By headings and paragraphs' },
  delimiter: { zh: '按分隔符', en: 'By a delimiter' },
} as const;
const assets = {
  coin: { zh: '货币', en: 'Coin' },
  compute: { zh: '算力', en: 'Compute' },
} as const;
const tokens = { zh: 'Token', en: 'tokens' };
const megabytes = { zh: 'MB', en: 'MB' };
const minutes = { zh: '分钟', en: 'min' };
const seconds = { zh: '秒', en: 's' };

const workers = integer(
  { zh: '每个进程同时处理', en: 'Concurrency per process' },
  {
    required: true,
    min: 1,
    max: 8,
    default: 2,
    help: { zh: '解析在独立线程里进行', en: 'Files are parsed in separate threads.' },
  },
);
const attempts = integer(
  { zh: '最多尝试', en: 'Maximum attempts' },
  {
    required: true,
    min: 1,
    max: 20,
    default: 5,
    help: {
      zh: '之后标为失败，等人重试',
      en: 'After this many attempts the document fails and must be retried manually.',
    },
  },
);
const stageMinutes = integer(
  { zh: '单步超时', en: 'Stage timeout' },
  { required: true, min: 1, max: 120, default: 10, unit: minutes },
);
const getMaxPages = (usual: number) =>
  integer({ zh: '页数上限', en: 'Maximum pages' }, { required: true, min: 1, max: 5000, default: usual });
const createFileSizeField = (usual: number) =>
  integer(
    { zh: '单个文件上限', en: 'Maximum file size' },
    { required: true, min: 1, max: 100, default: usual, unit: megabytes },
  );
const chunkTokens = integer(
  { zh: '每段上限', en: 'Maximum chunk size' },
  { required: true, min: 20, max: 4000, default: 500, unit: tokens },
);
const overlapTokens = integer(
  { zh: '重叠', en: 'Overlap' },
  { required: true, min: 0, max: 1000, default: 50, unit: tokens },
);

const embeddingModelId = reference({ zh: '向量模型', en: 'Embedding model' }, 'aiModel', {
  only: { type: ['embedding'] },
  help: { zh: '留空用内置的本地模型', en: 'Leave empty to use the built-in local model.' },
});

/** Rules for knowledge bases and for processing their documents. */
export const knowSettings = defineSettings({
  name: 'know',
  path: '/ai/ai_know_list/ai_know_setting',
  label: { zh: '知识库设置', en: 'Knowledge settings' },
  roles: admins,
  groups: {
    bases: {
      label: { zh: '用户建的知识库', en: 'Users’ knowledge bases' },
      help: { zh: '平台代用户新建时取这些值', en: 'Defaults for knowledge bases that the platform creates for users.' },
      fields: {
        embeddingModelId,
        rerankModelId: reference({ zh: '重排模型', en: 'Rerank model' }, 'aiModel', {
          only: { type: ['rerank'] },
          help: { zh: '留空不重排', en: 'Leave empty to skip this step.' },
        }),
        chunkMode: choice({ zh: '分段方式', en: 'Chunking mode' }, chunkModes, { required: true, default: 'auto' }),
        chunkTokens,
        overlapTokens,
        cleanSpaces: boolean({ zh: '合并空白', en: 'Collapse whitespace' }, { default: true }),
        stripUrls: boolean({ zh: '去除网址与邮箱', en: 'Remove URLs and emails' }),
        topK: integer({ zh: '取用条数', en: 'Results' }, { required: true, min: 1, max: 50, default: 5 }),
        scoreMin: integer(
          { zh: '最低得分', en: 'Minimum score' },
          { required: true, min: 0, max: 100, default: 20, unit: { zh: '%', en: '%' } },
        ),
      },
    },
    price: {
      label: { zh: '收费', en: 'Price' },
      help: {
        zh: '平台替用户提交的文档，建立索引前冻结，完成后结算；平台自己的库与管理员添加的文档不收',
        en: 'Applies to documents that the platform submits for a user: held before indexing, charged on completion. The platform’s own knowledge bases and documents added by admins are free.',
      },
      fields: {
        asset: choice({ zh: '资产', en: 'Asset' }, assets, { required: true, default: 'compute' }),
        priceTokens: integer(
          { zh: '每千 Token 点数', en: 'Credits per 1,000 tokens' },
          {
            required: true,
            min: 0,
            max: 1_000_000,
            default: 0,
            help: {
              zh: '不足一千按一千计；每个文档只收一次',
              en: 'Rounded up to the next thousand. Each document is charged once.',
            },
          },
        ),
      },
    },
    limits: {
      label: { zh: '限制', en: 'Limits' },
      fields: {
        basesPerUser: integer(
          { zh: '每人知识库', en: 'Knowledge bases per user' },
          { required: true, min: 0, max: 1000, default: 5 },
        ),
        docsPerBase: integer(
          { zh: '用户知识库的文档', en: 'Documents per user knowledge base' },
          { required: true, min: 1, max: 100_000, default: 50 },
        ),
        fileMegabytes: createFileSizeField(20),
        archiveMegabytes: integer(
          { zh: '导入的 ZIP 上限', en: 'Maximum import ZIP size' },
          {
            required: true,
            min: 1,
            max: 4000,
            default: 200,
            unit: megabytes,
            help: {
              zh: '不受单个文件与全站上传上限的限制',
              en: 'Not affected by the single-file or site upload limits.',
            },
          },
        ),
        maxPages: getMaxPages(1000),
        maxChunks: integer(
          { zh: '每个文档的分段', en: 'Chunks per document' },
          { required: true, min: 10, max: 50_000, default: 10_000 },
        ),
      },
    },
    pipeline: {
      label: { zh: '处理', en: 'Processing' },
      fields: {
        workers,
        leaseSeconds: integer(
          { zh: '租约', en: 'Lease' },
          {
            required: true,
            min: 10,
            max: 3600,
            default: 120,
            unit: seconds,
            help: {
              zh: '处理进程失联超过该时长后，由其他进程接管',
              en: 'Job lease timeout',
            },
          },
        ),
        maxAttempts: attempts,
        stageMinutes,
        fair: boolean(
          { zh: '各库轮流', en: 'Interleave knowledge bases' },
          { default: true, help: { zh: '关闭后严格先到先做', en: 'When off, strictly first come, first served.' } },
        ),
      },
    },
  },
});

/** Rules for PDFs that users upload. */
export const pdfSettings = defineSettings({
  name: 'pdf',
  path: '/ai/ai_pdf_list/ai_pdf_setting',
  label: { zh: 'PDF 设置', en: 'PDF settings' },
  roles: admins,
  groups: {
    limits: {
      label: { zh: '开放与限制', en: 'Opening and limits' },
      fields: {
        enabled: boolean(
          { zh: '开放', en: 'Open' },
          { default: true, help: { zh: '关闭后不再接受新文件', en: 'When off, new files are rejected.' } },
        ),
        fileMegabytes: createFileSizeField(30),
        maxPages: getMaxPages(300),
        storeDays: integer(
          { zh: '保留', en: 'Retention' },
          { required: true, min: 1, max: 3650, default: 30, unit: { zh: '天', en: 'days' } },
        ),
      },
    },
    price: {
      label: { zh: '收费', en: 'Price' },
      help: {
        zh: '提交时按页冻结，解析成功后结算；OCR 按实际识别的页扣',
        en: 'Held per page on submission and charged after parsing. OCR is charged for the pages it actually reads.',
      },
      fields: {
        asset: choice({ zh: '资产', en: 'Asset' }, assets, { required: true, default: 'compute' }),
        pricePage: integer(
          { zh: '每页点数', en: 'Credits per page' },
          { required: true, min: 0, max: 1_000_000, default: 1 },
        ),
        priceOcrPage: integer(
          { zh: 'OCR 每页另加', en: 'OCR surcharge per page' },
          {
            required: true,
            min: 0,
            max: 1_000_000,
            default: 2,
            help: { zh: '免费页也要付 OCR 的点数', en: 'Also charged for free pages.' },
          },
        ),
        priceQuestion: integer(
          { zh: '每次提问点数', en: 'Credits per question' },
          {
            required: true,
            min: 0,
            max: 1_000_000,
            default: 0,
            help: {
              zh: '平台经 /pdf/ask 提问且有命中时扣；没有命中和 /pdf/search 不扣',
              en: 'Charged when a question through /pdf/ask has matches. Questions without matches and /pdf/search are free.',
            },
          },
        ),
        freePagesPerDay: integer(
          { zh: '每人每日免费页数', en: 'Free pages per user per day' },
          { required: true, min: 0, max: 100_000, default: 0 },
        ),
      },
    },
    ocr: ocrGroup,
    chunks: {
      label: { zh: '分段与索引', en: 'Chunks and index' },
      fields: {
        chunkTokens,
        overlapTokens,
        embeddingModelId,
      },
    },
    search: {
      label: { zh: '检索', en: 'Search' },
      fields: {
        topK: integer({ zh: '取用条数', en: 'Results' }, { required: true, min: 1, max: 50, default: 5 }),
        scoreMin: integer(
          { zh: '最低得分', en: 'Minimum score' },
          {
            required: true,
            min: 0,
            max: 100,
            default: 0,
            unit: { zh: '%', en: '%' },
            help: {
              zh: '0 为不限；内置模型的得分较低',
              en: '0 means no minimum. Scores of the built-in model are lower.',
            },
          },
        ),
      },
    },
    pipeline: {
      label: { zh: '处理', en: 'Processing' },
      fields: { workers, stageMinutes, maxAttempts: { ...attempts, default: 3 } },
    },
  },
});
