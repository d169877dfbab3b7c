/** Why an archive of a base does not come in; some are followed by the document or the row. */
export const archiveProblems = {
  fileMissing: { zh: '没有这个文件，请先上传', en: 'There is no such file; upload it first' },
  noArchive: { zh: '不是从这里导出的知识库 ZIP', en: 'Not a knowledge base export' },
  newerVersion: { zh: '由更新的版本导出，请先升级', en: 'A newer version exported it: upgrade first' },
  zipDamaged: { zh: 'ZIP 已损坏', en: 'The zip is damaged' },
  unpacksTooLarge: { zh: '解开后太大', en: 'It unpacks to too much' },
  listTooLarge: { zh: '清单太大', en: 'A list is too large' },
  baseRejected: { zh: '知识库的设定不合规则', en: 'The knowledge base settings in the ZIP are invalid.' },
  documentRejected: { zh: '文档不合规则', en: 'A document is against the rules' },
  contentMissing: { zh: '缺少文档的内容', en: 'The content of a document is missing' },
  contentChanged: { zh: '文档的内容与清单不符', en: 'The content of a document is not what the list says' },
  chunkWrong: { zh: 'chunks.csv 有误，行', en: 'chunks.csv is wrong, row' },
  questionWrong: { zh: 'golden-questions.csv 有误，行', en: 'golden-questions.csv is wrong, row' },
  tooManyRows: { zh: '分段或标准问题太多', en: 'There are too many chunks or golden questions' },
  tooManyDocuments: { zh: '文档数超过每个用户知识库的上限', en: 'A user’s base may not have so many documents' },
  tooManyChunks: { zh: '文档的分段数超过上限', en: 'A document has more chunks than it may' },
  documentTooLarge: { zh: '文档超过允许的大小', en: 'A document is larger than is allowed' },
  nameTaken: { zh: '所有者已有同名知识库，请另取名称', en: 'The owner has a base of that name: give another' },
  noUser: { zh: '没有这个用户', en: 'There is no such user' },
  basesFull: { zh: '所有者的知识库数已到上限', en: 'The owner has as many bases as they may' },
  stopped: { zh: '中途停止', en: 'Stopped on the way' },
} as const;
export type ArchiveProblemName = keyof typeof archiveProblems;
