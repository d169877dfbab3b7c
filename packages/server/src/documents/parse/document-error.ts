/** Why the work on a document ends; `again` says whether another try may help. */
export const documentErrors = {
  encrypted: { zh: '文件有密码，无法读取', en: 'The file is locked with a password', again: false },
  damaged: { zh: '文件损坏或不完整', en: 'The file is damaged or cut short', again: false },
  tooManyPages: { zh: '页数超过上限', en: 'It has more pages than are allowed', again: false },
  tooLarge: { zh: '展开后过大', en: 'It unpacks to more than is allowed', again: false },
  noText: {
    zh: '没有可读的文字；可能是扫描件，本服务不识别图片里的字',
    en: 'There is no text in it; it may be a scan, and text in pictures is not read',
    again: false,
  },
  format: { zh: '不是能读的格式', en: 'It is of no kind that can be read', again: false },
  tooManyChunks: { zh: '分段数超过上限', en: 'It makes more chunks than are allowed', again: false },
  timeout: { zh: '处理超时', en: 'It took too long', again: false },
  memory: { zh: '处理占用的内存过多', en: 'It takes too much memory', again: false },
  fileGone: { zh: '原文件已不在', en: 'The file is not there any more', again: false },
  unreachable: { zh: '网址无法访问', en: 'The address cannot be reached', again: true },
  refused: {
    zh: '出站规则不允许访问这个网址',
    en: 'The rules for outbound calls do not allow the address',
    again: false,
  },
  status: { zh: '网址没有给出内容', en: 'The address gave no content', again: true },
  embedding: { zh: '向量模型拒绝了请求', en: 'The embedding model refused', again: false },
  embeddingBusy: { zh: '向量模型暂时不可用', en: 'The embedding model cannot be used just now', again: true },
  holdGone: { zh: '冻结的费用已释放', en: 'What was held for it has been given back', again: false },
  lost: { zh: '多次中断', en: 'It was broken off too often', again: false },
  unexpected: { zh: '内部错误', en: 'Something went wrong inside', again: true },
} as const;

export type DocumentErrorCode = keyof typeof documentErrors;

export class DocumentError extends Error {
  override readonly name = 'DocumentError';
  readonly code: DocumentErrorCode;

  constructor(code: DocumentErrorCode) {
    super(documentErrors[code].en);
    this.code = code;
  }

  get again(): boolean {
    return documentErrors[this.code].again;
  }
}

export function isDocumentErrorCode(code: string): code is DocumentErrorCode {
  return Object.hasOwn(documentErrors, code);
}
