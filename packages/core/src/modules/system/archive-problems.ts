/** Why a knowledge base cannot be imported from a ZIP file. Some are followed by the document or row. */
export const archiveProblems = {
  fileMissing: { zh: '文件不存在，请先上传', en: 'File not found. Upload it first' },
  noArchive: { zh: '不是从本平台导出的知识库 ZIP', en: 'This ZIP file is not a knowledge base export' },
  newerVersion: { zh: '由更新的版本导出，请先升级', en: 'The file was exported by a newer version. Upgrade first' },
  zipDamaged: { zh: 'ZIP 已损坏', en: 'The ZIP file is damaged' },
  unpacksTooLarge: { zh: '解压后超过大小上限', en: 'The unpacked content exceeds the size limit' },
  listTooLarge: { zh: '清单文件超过大小上限', en: 'A list in the ZIP file exceeds the size limit' },
  baseRejected: { zh: '知识库设置无效', en: 'The knowledge base settings in the ZIP file are invalid' },
  documentRejected: { zh: '文档信息无效', en: 'A document entry is invalid' },
  contentMissing: { zh: '缺少文档的内容', en: 'Document content is missing' },
  contentChanged: { zh: '文档的内容与清单不符', en: 'Document content does not match the list' },
  chunkWrong: { zh: 'chunks.csv 中有无效的行', en: 'Invalid row in chunks.csv' },
  questionWrong: { zh: 'golden-questions.csv 中有无效的行', en: 'Invalid row in golden-questions.csv' },
  tooManyRows: { zh: '分段或标准问题过多', en: 'There are too many chunks or golden questions' },
  tooManyDocuments: {
    zh: '文档数超过每个用户知识库的上限',
    en: 'The number of documents exceeds the limit for a user’s knowledge base',
  },
  tooManyChunks: { zh: '文档的分段数超过上限', en: 'A document exceeds the chunk limit' },
  documentTooLarge: { zh: '文档超过大小上限', en: 'A document exceeds the size limit' },
  nameTaken: {
    zh: '所有者已有同名知识库，请换一个名称',
    en: 'The owner already has a knowledge base with this name. Choose another name',
  },
  noUser: { zh: '用户不存在', en: 'User not found' },
  basesFull: { zh: '所有者的知识库数已达上限', en: 'The owner has reached the knowledge base limit' },
  stopped: { zh: '已中途停止', en: 'Stopped before it finished' },
} as const;
export type ArchiveProblemName = keyof typeof archiveProblems;

/** Why an export failed. */
export const exportProblems = {
  gone: { zh: '知识库或这次导出已被删除', en: 'The knowledge base or this export was deleted.' },
  rebuilt: {
    zh: '打包期间知识库完成了重建，请重新导出',
    en: 'The knowledge base was rebuilt during the export. Export it again.',
  },
  changed: { zh: '打包期间有文档被删除，请重新导出', en: 'A document was deleted during the export. Export again.' },
  tooLarge: { zh: '超过单个 ZIP 的容量', en: 'The content exceeds the capacity of a ZIP file.' },
  stopped: { zh: '中途停止', en: 'Stopped midway' },
  notStored: {
    zh: '备份不含 ZIP，恢复后请重新导出',
    en: 'Backups do not contain ZIP files. Export again after a restore.',
  },
  failed: { zh: '内部错误', en: 'An internal error occurred.' },
} as const;
