import {
  type Action,
  admins,
  defineResource,
  everyone,
  type FieldRule,
  type RecordOf,
} from '../../definition/index.ts';
import { boolean, choice, image, integer, paragraph, reference, state, text, time } from '../../fields/index.ts';
import { embeddingModels, rerankModels } from '../models/model-types.ts';
import { switchActions, switchState, unsortableReasons } from '../parts.ts';
import { ruleFields, ruleRows, shown } from './know-parts.ts';
import { exportForms } from './knowledge-export.ts';
import { fusionOptions } from './recall-parts.ts';

/** A ZIP file of an exported knowledge base, and how to import it. */
const input = {
  file: text(
    { zh: 'ZIP 文件', en: 'ZIP file' },
    {
      required: true,
      mono: true,
      max: 64,
      help: {
        zh: '导出知识库得到的文件；命令行填路径，接口填上传后得到的编号',
        en: 'A file created by an export. On the command line, enter its path; in the API, the ID returned by the upload.',
      },
    },
  ),
  name: text(
    { zh: '名称', en: 'Name' },
    { max: 64, help: { zh: '留空则同 ZIP 里的', en: 'Leave empty to use the value in the zip.' } },
  ),
  ownerId: reference({ zh: '所有者', en: 'Owner' }, 'user', {
    help: { zh: '留空为平台所有', en: 'Leave empty for a knowledge base of the platform.' },
  }),
} as const;

/** Restores a knowledge base from its ZIP file, on this or another server. */
const importActions = {
  checkZip: {
    on: 'collection',
    label: { zh: '检查 ZIP', en: 'Check a ZIP file' },
    help: {
      zh: '预览导出的 ZIP 的内容与能否导入，不保存',
      en: 'Shows the contents of an exported ZIP file and whether it can be imported. Nothing is saved.',
    },
    roles: admins,
    reads: true,
    input,
    output: {
      name: text({ zh: '名称', en: 'Name' }),
      exportedAt: time({ zh: '导出于', en: 'Exported' }),
      documents: integer({ zh: '文档', en: 'Documents' }),
      chunks: integer({ zh: '分段', en: 'Chunks' }),
      edited: integer({ zh: '人工改过', en: 'Manually edited' }),
      questions: integer({ zh: '标准问题', en: 'Golden questions' }),
      notes: paragraph({ zh: '注意', en: 'Note' }),
    },
  },
  importZip: {
    on: 'collection',
    label: { zh: '导入 ZIP', en: 'Import a ZIP file' },
    help: {
      zh: '在后台用导出的 ZIP 新建知识库（含分段改动与标准问题），并排队索引；任一项出错则全部回滚',
      en: 'Creates a knowledge base from an exported zip in the background, with edits and golden questions, and queues its documents for indexing. If any part fails, nothing is created.',
    },
    roles: admins,
    input,
    output: { job: integer({ zh: '后台任务', en: 'Background job' }) },
  },
} as const satisfies Record<string, Action>;

const never = { write: 'never', default: 0 } as const;
const percent = { zh: '%', en: '%' };

/** States in which a knowledge base is complete. */
const full = ['enabled', 'disabled'] as const;

const whileRebuilding: FieldRule = {
  field: 'nextGeneration',
  holds: 'set',
  why: { zh: '没有正在进行的重建', en: 'No rebuild is in progress.' },
};

export const knowledge = defineResource({
  name: 'knowledge',
  path: '/ai/ai_know_list/ai_know_page',
  title: 'name',
  label: { zh: '知识库', en: 'Knowledge base' },
  help: {
    zh: '供智能体与对话检索的资料；分段规则与检索方式在这里设定',
    en: 'Sources for agents and chats, with chunking and retrieval settings',
  },
  fields: {
    name: text(
      { zh: '名称', en: 'Name' },
      {
        required: true,
        search: true,
        max: 64,
        help: { zh: '同一所有者下不重复', en: 'Unique per owner.' },
      },
    ),
    cover: image({ zh: '封面', en: 'Cover' }, { read: 'detail' }),
    description: paragraph({ zh: '说明', en: 'Description' }, { search: true, read: 'detail', max: 2000 }),
    ownerId: reference({ zh: '所有者', en: 'Owner' }, 'user', {
      write: 'create',
      help: { zh: '留空为平台所有', en: 'Leave empty for a knowledge base of the platform.' },
    }),
    visibility: choice(
      { zh: '可见范围', en: 'Visibility' },
      {
        private: { zh: '仅所有者', en: 'Owner only' },
        team: { zh: '团队', en: 'Team' },
        public: { zh: '所有人', en: 'Everyone' },
      },
      { required: true, default: 'private' },
    ),
    embeddingModelId: reference({ zh: '向量模型', en: 'Embedding model' }, 'aiModel', {
      only: embeddingModels,
      write: 'create',
      help: {
        zh: '留空用内置的本地模型；以后用“重建”更换',
        en: 'Leave empty to use the built-in local model. Change it later with “Rebuild”.',
      },
    }),
    searchMode: choice(
      { zh: '检索方式', en: 'Search' },
      {
        hybrid: { zh: '混合', en: 'Hybrid' },
        vector: { zh: '向量', en: 'Vector' },
        keyword: { zh: '关键词', en: 'Keyword' },
      },
      { required: true, default: 'hybrid', read: 'detail' },
    ),
    vectorWeight: integer(
      { zh: '向量权重', en: 'Vector weight' },
      {
        required: true,
        min: 0,
        max: 100,
        default: 70,
        unit: percent,
        read: 'detail',
        help: { zh: '混合检索时向量所占的比重', en: 'Weight of vector search in hybrid search.' },
      },
    ),
    fusion: choice({ zh: '融合方式', en: 'Fusion method' }, fusionOptions, {
      required: true,
      default: 'weighted',
      read: 'detail',
      help: {
        zh: '混合检索时用；倒数名次只看各自的名次，得分尺度不同也能合并',
        en: 'For hybrid search. Reciprocal rank fusion compares only ranks, so the scores can be on different scales.',
      },
    }),
    rankConstant: integer(
      { zh: 'RRF 常数', en: 'RRF constant' },
      {
        required: true,
        min: 1,
        max: 1000,
        default: 60,
        read: 'detail',
        help: { zh: '越大，前几名的优势越小', en: 'The larger the value, the smaller the advantage of the top ranks.' },
      },
    ),
    rerankModelId: reference({ zh: '重排模型', en: 'Rerank model' }, 'aiModel', {
      only: rerankModels,
      read: 'detail',
      help: {
        zh: '类型为“重排”的模型；留空不重排，失败时保持融合后的顺序',
        en: 'A model of type “Rerank”. Leave empty to skip reranking. If it fails, the fused order is used.',
      },
    }),
    topK: integer({ zh: '取用条数', en: 'Results' }, { required: true, min: 1, max: 50, default: 5, read: 'detail' }),
    scoreMin: integer(
      { zh: '最低得分', en: 'Minimum score' },
      { required: true, min: 0, max: 100, default: 20, unit: percent, read: 'detail' },
    ),
    ...ruleFields,
    docCount: integer({ zh: '文档', en: 'Documents' }, never),
    chunkCount: integer({ zh: '分段', en: 'Chunks' }, never),
    tokenCount: integer({ zh: 'Token 数', en: 'Tokens' }, never),
    hitCount: integer({ zh: '命中', en: 'Matches' }, never),
    generation: integer(
      { zh: '索引版本', en: 'Index version' },
      { ...shown, required: true, default: 1, help: { zh: '当前生效的索引版本', en: 'Active index version.' } },
    ),
    nextGeneration: integer(
      { zh: '新索引版本', en: 'New index version' },
      {
        write: 'never',
        help: {
          zh: '正在重建的索引版本；完成后生效',
          en: 'Index version being built. It becomes active when it is complete.',
        },
      },
    ),
    nextEmbeddingModelId: reference({ zh: '新向量模型', en: 'Next embedding model' }, 'aiModel', {
      ...shown,
      only: embeddingModels,
    }),
    rebuildProgress: integer({ zh: '重建进度', en: 'Rebuilt' }, { write: 'never', unit: percent }),
    status: state(switchState.label, {
      ...switchState.options,
      importing: { zh: '导入中', en: 'Importing', tone: 'info' },
    }),
  },
  list: {
    columns: ['name', 'ownerId', 'visibility', 'docCount', 'chunkCount', 'hitCount', 'rebuildProgress', 'status'],
    filters: ['ownerId', 'visibility', 'status', 'createdAt'],
    unsortable: {
      rebuildProgress: unsortableReasons.constantChange,
    },
    sort: '-id',
  },
  unique: [['ownerId', 'name']],
  nullsNotDistinct: ['ownerId'],
  form: [
    ['name', 'visibility'],
    ['ownerId', 'embeddingModelId'],
    ['cover'],
    ['description'],
    ['searchMode', 'vectorWeight'],
    ['fusion', 'rankConstant'],
    ['topK', 'scoreMin'],
    ['rerankModelId'],
    ...ruleRows,
  ],
  removal: 'final',
  access: {
    list: everyone,
    get: everyone,
    create: everyone,
    update: everyone,
    delete: admins,
    batch: everyone,
    import: everyone,
    export: everyone,
  },
  actions: {
    enable: switchActions.enable,
    disable: switchActions.disable,
    rebuild: {
      on: 'record',
      label: { zh: '重建', en: 'Rebuild' },
      help: {
        zh: '重建一个新的索引版本，完成后整体替换；期间旧索引正常可用',
        en: 'Builds a new index version. It replaces the active one when it is complete.',
      },
      roles: everyone,
      from: full,
      when: [{ field: 'nextGeneration', holds: 'empty', why: { zh: '正在重建', en: 'A rebuild is in progress.' } }],
      singleRecord: true,
      danger: true,
      input: {
        keepModel: boolean({ zh: '沿用向量模型', en: 'Keep the embedding model' }, { default: true }),
        embeddingModelId: reference({ zh: '新向量模型', en: 'New embedding model' }, 'aiModel', {
          only: embeddingModels,
          help: {
            zh: '不沿用时生效；留空用内置模型',
            en: 'Used when the current model is replaced. Leave empty for the built-in model.',
          },
        }),
        rechunk: boolean(
          { zh: '重新分段', en: 'Re-chunk' },
          { help: { zh: '关闭则只重做向量', en: 'When off, only the vectors are rebuilt.' } },
        ),
        keepEdited: boolean(
          { zh: '保留人工改动', en: 'Keep manual edits' },
          {
            default: true,
            help: {
              zh: '重新分段时，改过的段落留在原位',
              en: 'Edited chunks stay in place during re-chunking.',
            },
          },
        ),
      },
    },
    transfer: {
      on: 'record',
      label: { zh: '转交', en: 'Transfer' },
      help: {
        zh: '归另一用户所有，文档与分段不变；新所有者的知识库数不能超过上限',
        en: 'Transfers the knowledge base with its documents and chunks to another user. The new owner must be below the knowledge base limit.',
      },
      roles: admins,
      from: full,
      undo: true,
      input: {
        ownerId: reference({ zh: '新所有者', en: 'New owner' }, 'user', {
          help: { zh: '留空归平台所有', en: 'Leave empty to assign it to the platform.' },
        }),
      },
    },
    exportZip: {
      on: 'record',
      label: { zh: '导出 ZIP', en: 'Export as ZIP' },
      help: {
        zh: '在后台打包文档、分段（含人工改动）与标准问题；完成后在“知识库导出”里下载，保留 3 天',
        en: 'Packs documents, chunks with manual edits, and golden questions in the background. Download the file under “Knowledge base exports” within 3 days.',
      },
      roles: admins,
      from: full,
      singleRecord: true,
      input: {
        form: choice({ zh: '文档存为', en: 'Store documents as' }, exportForms, {
          required: true,
          default: 'stored',
          help: {
            zh: '没有原文件的（如网页）总是存为文字',
            en: 'Documents without a file, such as web pages, are always saved as text.',
          },
        }),
      },
      output: {
        export: reference({ zh: '知识库导出', en: 'Export' }, 'knowledgeExport'),
        job: integer({ zh: '后台任务', en: 'Background job' }),
      },
    },
    ...importActions,
    finishImport: {
      on: 'system',
      label: { zh: '完成导入', en: 'Finish the import' },
      roles: admins,
      from: ['importing'],
      to: 'enabled',
    },
    finishRebuild: {
      on: 'record',
      label: { zh: '立即启用新版本', en: 'Activate the new version now' },
      help: {
        zh: '未完成的文档在完成前搜不到',
        en: 'Documents that are not ready cannot be found until they are complete.',
      },
      roles: admins,
      when: [whileRebuilding],
      danger: true,
    },
    cancelRebuild: {
      on: 'record',
      label: { zh: '放弃重建', en: 'Cancel the rebuild' },
      help: {
        zh: '丢弃新的索引版本，当前版本继续使用',
        en: 'Discards the new index version. The active one stays in use.',
      },
      roles: everyone,
      when: [whileRebuilding],
      danger: true,
    },
  },
});
export type Knowledge = RecordOf<typeof knowledge>;
