import { type Action, admins } from '../../definition/index.ts';
import { integer, paragraph, reference, text, time } from '../../fields/index.ts';

/** A zip that a base was exported to, and what is to become of it. */
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

/** How a base comes back from its zip, here or on another server. */
export const importActions = {
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
