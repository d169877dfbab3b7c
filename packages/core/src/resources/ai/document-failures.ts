/** Why the work on a document ends, by its code. */
export const documentFailures = {
  encrypted: { zh: '文件有密码，无法读取', en: 'The file is locked with a password' },
  damaged: { zh: '文件损坏或不完整', en: 'The file is damaged or cut short' },
  tooManyPages: { zh: '页数超过上限', en: 'It has more pages than are allowed' },
  tooLarge: { zh: '展开后过大', en: 'It unpacks to more than is allowed' },
  noText: {
    zh: '没有可读的文字；可能是扫描件，本服务不识别图片里的字',
    en: 'There is no text in it; it may be a scan, and text in pictures is not read',
  },
  format: { zh: '不是能读的格式', en: 'It is of no kind that can be read' },
  tooManyChunks: { zh: '分段数超过上限', en: 'It makes more chunks than are allowed' },
  timeout: { zh: '处理超时', en: 'It took too long' },
  memory: { zh: '处理占用的内存过多', en: 'It takes too much memory' },
  fileGone: { zh: '原文件已不在', en: 'The file is not there any more' },
  unreachable: { zh: '网址无法访问', en: 'The address cannot be reached' },
  refused: {
    zh: '出站规则不允许访问这个网址',
    en: 'The rules for outbound calls do not allow the address',
  },
  status: { zh: '网址没有给出内容', en: 'The address gave no content' },
  embedding: { zh: '向量模型拒绝了请求', en: 'The embedding model refused' },
  embeddingBusy: { zh: '向量模型暂时不可用', en: 'The embedding model cannot be used just now' },
  holdGone: { zh: '冻结的费用已释放', en: 'What was held for it has been given back' },
  lost: { zh: '多次中断', en: 'It was broken off too often' },
  unexpected: { zh: '内部错误', en: 'Something went wrong inside' },
} as const;
