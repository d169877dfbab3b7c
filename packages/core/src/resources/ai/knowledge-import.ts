import { type Action, admins } from '../../definition/index.ts';
import { integer, paragraph, reference, text, time } from '../../fields/index.ts';

/** A zip that a base was exported to, and what is to become of it. */
const input = {
  file: text(
    { zh: 'ZIP 文件', en: 'Zip' },
    {
      required: true,
      mono: true,
      max: 64,
      help: {
        zh: '导出知识库得到的文件；命令行填路径，接口填上传后得到的编号',
        en: 'Made by an export: its path in a shell; over the API, what it is called since its upload',
      },
    },
  ),
  name: text({ zh: '名称', en: 'Name' }, { max: 64, help: { zh: '不填则同 ZIP 里的', en: 'Empty: as in the zip' } }),
  ownerId: reference({ zh: '所有者', en: 'Owner' }, 'user', {
    help: { zh: '留空为平台所有', en: 'Empty belongs to the platform' },
  }),
} as const;

/** How a base comes back from its zip, here or on another server. */
export const importActions = {
  checkZip: {
    on: 'collection',
    label: { zh: '检查 ZIP', en: 'Check a zip' },
    help: {
      zh: '看导出的 ZIP 里有什么、能否导入，不保存',
      en: 'What the zip of a base holds, and whether it can come in; nothing is saved',
    },
    roles: admins,
    reads: true,
    input,
    output: {
      name: text({ zh: '名称', en: 'Name' }),
      exportedAt: time({ zh: '导出于', en: 'Exported' }),
      documents: integer({ zh: '文档', en: 'Documents' }),
      chunks: integer({ zh: '分段', en: 'Chunks' }),
      edited: integer({ zh: '人工改过', en: 'Edited' }),
      questions: integer({ zh: '标准问题', en: 'Golden questions' }),
      notes: paragraph({ zh: '注意', en: 'Note' }),
    },
  },
  importZip: {
    on: 'collection',
    label: { zh: '导入 ZIP', en: 'Import a zip' },
    help: {
      zh: '在后台由导出的 ZIP 新建知识库，连同分段的改动与标准问题，再排队索引；有一处不对则什么都不留下',
      en: 'Makes a base of an exported zip in the background, with edits and golden questions, and queues its documents to be indexed; all of it or nothing',
    },
    roles: admins,
    input,
    output: { job: integer({ zh: '后台任务', en: 'Background job' }) },
  },
} as const satisfies Record<string, Action>;
