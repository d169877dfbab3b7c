/** Why processing a document failed, by code. */
export const documentFailures = {
  encrypted: { zh: '文件有密码保护，无法读取', en: 'The file is protected with a password' },
  damaged: { zh: '文件损坏或不完整', en: 'The file is damaged or incomplete' },
  tooManyPages: { zh: '页数超过上限', en: 'The file exceeds the page limit' },
  tooLarge: { zh: '展开后过大', en: 'The unpacked file exceeds the size limit' },
  noText: {
    zh: '没有可读的文字；若是扫描件的 PDF，可开启 OCR 后用 OCR 重试',
    en: 'No text found. If this is a scan, enable OCR and retry',
  },
  unreadableText: {
    zh: '文字层的字体没有可用的字符映射，读出的是乱码；可开启 OCR 后用 OCR 处理，或重新导出 PDF',
    en: 'The text cannot be read: its fonts have no usable character map. Use OCR, or export the PDF again',
  },
  encoding: {
    zh: '无法确定文字编码，请另存为 UTF-8',
    en: 'The character encoding is uncertain. Save the file as UTF-8',
  },
  openQuote: {
    zh: '有引号没有闭合，其后的行无法识别；“错误”写明所在的行',
    en: 'A quotation mark is never closed, so the rows after it cannot be separated. Error names the line',
  },
  format: { zh: '不支持的文件格式', en: 'The file format is not supported' },
  tooManyChunks: { zh: '分段数超过上限', en: 'The document exceeds the chunk limit' },
  timeout: { zh: '处理超时', en: 'Processing timed out' },
  memory: { zh: '处理占用的内存过多', en: 'Processing uses too much memory' },
  fileGone: { zh: '原文件已不在', en: 'The file no longer exists' },
  unreachable: { zh: '网址无法访问', en: 'The URL cannot be reached' },
  rejected: {
    zh: '出站规则不允许访问这个网址',
    en: 'The outbound rules do not allow this URL',
  },
  status: { zh: '网址未返回内容', en: 'The URL returned no content' },
  embedding: { zh: '向量模型拒绝了请求', en: 'The embedding model rejected the request' },
  embeddingBusy: { zh: '向量模型暂时不可用', en: 'The embedding model is temporarily unavailable' },
  ocrOff: {
    zh: 'OCR 未开启或未填完整，请在 PDF 设置里填写',
    en: 'OCR is disabled or incomplete. Check the PDF settings',
  },
  ocrTooManyPages: {
    zh: '需要 OCR 的页数超过上限，请拆分文件或调高上限',
    en: 'Too many pages need OCR. Split the file or raise the limit',
  },
  ocrRejected: {
    zh: 'OCR 服务拒绝了请求，请在 PDF 设置里测试地址与密钥',
    en: 'The OCR service rejected the request. Test its URL and key in the PDF settings',
  },
  ocrBusy: { zh: 'OCR 服务暂时不可用，稍后重试', en: 'The OCR service is temporarily unavailable. Try again later' },
  ocrAnswer: {
    zh: 'OCR 服务的响应无法识别，请检查接口类型与模型',
    en: 'The response of the OCR service cannot be read. Check the interface type and model',
  },
  holdGone: { zh: '冻结的费用已释放', en: 'The hold was released' },
  unpaid: {
    zh: '知识库所有者的余额不足以支付索引，充值后重试',
    en: 'The owner’s balance does not cover indexing. Retry after a top-up',
  },
  ownerBlocked: {
    zh: '知识库所有者已被封禁或注销，无法付费索引；恢复账号后重试',
    en: 'The owner of the knowledge base is banned or deleted, so indexing cannot be charged. Retry when the owner is active again',
  },
  lost: { zh: '多次中断', en: 'Interrupted too many times' },
  unexpected: { zh: '内部错误', en: 'An internal error occurred' },
} as const;

/** What the parsed text of a document lacks or represents differently, by code. */
export const documentWarnings = {
  images: { zh: '没有说明文字的图片已略去', en: 'Images without a description were left out' },
  embeddedContent: { zh: '嵌入的对象已略去', en: 'Embedded objects were left out' },
  trackedChanges: { zh: '修订中已删除的文字已略去', en: 'Text that tracked changes delete was left out' },
  comments: { zh: '批注已略去', en: 'Comments omitted' },
  hiddenContent: {
    zh: '隐藏的工作表、行、列或幻灯片已略去',
    en: 'Hidden sheets, rows, columns, or slides were left out',
  },
  formulas: { zh: '部分公式没有保存结果', en: 'Some formulas have no saved result' },
  repeatedLines: {
    zh: '页眉、页脚、页码或目录行已略去',
    en: 'Page headers, footers, page numbers, or table of contents lines were left out',
  },
  unreadableText: { zh: '部分文字无法读取（可用 OCR 处理）', en: 'Some text cannot be read. Use OCR.' },
  blankPages: { zh: '部分页面没有文字（可用 OCR 处理）', en: 'Some pages have no text. Use OCR.' },
  guessedEncoding: { zh: '文字编码是推测的（请核对）', en: 'The character encoding was guessed. Check the text.' },
} as const;
export type DocumentWarning = keyof typeof documentWarnings;
