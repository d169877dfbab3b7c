import { testProblems } from '../../fields/index.ts';
import { archiveProblems, exportProblems } from './archive-problems.ts';

/** Why a file of a backup differs from what was written. */
export const brokenProblems = {
  backupChanged: { zh: '备份文件的一部分被改动', en: 'Part of the backup file was modified' },
  backupCut: { zh: '备份文件不完整', en: 'The backup file is incomplete' },
  noBackup: { zh: '不是备份文件', en: 'The file is not a backup' },
  keyMissing: { zh: '缺少该备份的主密钥', en: 'The master key of the backup is not available here' },
  backupPart: { zh: '备份文件中某一段的长度不正确', en: 'Part of the backup file has a wrong length' },
  backupLonger: { zh: '备份文件末尾有多余内容', en: 'There is extra data after the end of the backup' },
  databaseBroken: { zh: '备份里的数据库不完整', en: 'The database in the backup is incomplete' },
  notAsWritten: { zh: '与写入时的记录不符', en: 'The content does not match the record made when it was written' },
} as const;
export type BrokenProblem = keyof typeof brokenProblems;

/** Why a model could not be called. */
const modelProblems = {
  noModel: { zh: '没有可用的模型', en: 'No model is available' },
  modelOff: { zh: '模型未启用', en: 'The model is disabled' },
  noKey: { zh: '模型没有可用的密钥', en: 'The model has no usable key' },
  dimensions: { zh: '向量的维数不符', en: 'The number of vector dimensions does not match' },
  number: { zh: '返回的向量数量不符', en: 'The model returned a wrong number of vectors' },
  model: { zh: '模型拒绝了请求', en: 'The model rejected the request' },
} as const;

/** Why a job ended whose server could not report the reason. */
export const untoldProblems = {
  lost: { zh: '执行该任务的服务多次中断', en: 'The servers running it were repeatedly interrupted' },
  serverGone: {
    zh: '文件仅存于一台服务器，该服务器已超过一小时没有心跳',
    en: 'The only server that holds the file has been offline for over an hour',
  },
} as const;

/** Why a background job failed. */
export const jobProblems = {
  ...untoldProblems,
  backupGone: { zh: '备份已被删除', en: 'The backup was deleted' },
  backupFileGone: { zh: '备份文件已不在', en: 'The backup file no longer exists' },
  backupElsewhere: {
    zh: '备份文件不在这台服务器上，而在生成该备份的服务器上',
    en: 'The backup file is not on this server but on the one that created it',
  },
  ...brokenProblems,
  ...testProblems,
  ...exportProblems,
  ...archiveProblems,
  ...modelProblems,
  unexpected: { zh: '意外的内部错误', en: 'An unexpected internal error occurred' },
} as const;
export type JobProblem = keyof typeof jobProblems;
