import { fillText, type LocalizedText } from '../definition/index.ts';

const reasons = {
  damaged: { zh: '工作簿已损坏，或不是 .xlsx 文件', en: 'the workbook is damaged or not an .xlsx file' },
  locked: {
    zh: '文件有密码保护，或是旧的 Office 格式：请另存为没有密码的 .xlsx',
    en: 'the file has a password, or an old Office format: save it as .xlsx without a password',
  },
  formula: {
    zh: '有公式还没有算出结果：请用电子表格软件打开并保存',
    en: 'a formula has no stored result; open and save the file in a spreadsheet program',
  },
  error: {
    zh: '单元格里是错误值：请改正公式，或清空该单元格',
    en: 'a cell contains an error; correct its formula or clear the cell',
  },
  digits: {
    zh: '整数超过 15 位，电子表格已改动末尾的数字：请把该列设为文本后重新输入',
    en: 'a whole number has more than 15 digits, of which a spreadsheet loses the last: format the cell as text and enter it again',
  },
  cut: {
    zh: '导出时内容超过单元格上限，已被截断：请改用 CSV 或 NDJSON 导出',
    en: 'the text was cut at export because a cell cannot hold it: export as CSV or NDJSON instead',
  },
  empty: { zh: '工作簿里没有可见的工作表', en: 'the workbook has no visible sheet' },
  noSheet: { zh: '没有名为“{name}”的工作表。现有：{names}', en: 'there is no sheet “{name}”. Sheets: {names}' },
  large: { zh: '工作表太大，请另存为 CSV', en: 'the sheet is too large; save it as CSV' },
  otherFormat: {
    zh: '{name} 文件不能导入：请另存为 .xlsx 或 CSV',
    en: '{name} files cannot be imported: save the table as .xlsx or CSV',
  },
  notText: {
    zh: '不是 UTF-8、UTF-16 或 GB 18030 文本，或文件不完整（第 {line} 行）',
    en: 'it is not UTF-8, UTF-16 or GB 18030 text, or it was cut off (line {line})',
  },
  notInEncoding: { zh: '不是 {name} 编码的文本', en: 'it is not text in {name}' },
  noText: { zh: '内容为空', en: 'the content is empty' },
  openQuote: { zh: '第 {line} 行的引号没有结束', en: 'the quotation mark on line {line} is never closed' },
  repeated: { zh: '列“{name}”出现了两次', en: 'the column “{name}” occurs twice' },
  badJson: { zh: '第 {line} 条不是 JSON：{reason}', en: 'entry {line} is not JSON: {reason}' },
  badYaml: { zh: '不是 YAML：{reason}', en: 'it is not YAML: {reason}' },
  tooLong: { zh: '单条记录过长', en: 'a record is too long' },
} as const satisfies Record<string, LocalizedText>;

export type FileProblem = keyof typeof reasons;

/** Returns the message for a problem with a file. */
export function describeFileReason(why: FileProblem, params: Readonly<Record<string, string | number>>): LocalizedText {
  return { zh: fillText(reasons[why], params, 'zh-CN'), en: fillText(reasons[why], params, 'en-US') };
}

/** A file that cannot be read or exceeds the limits. */
export class SpreadsheetError extends Error {
  override readonly name = 'SpreadsheetError';
  readonly reason: LocalizedText;
  /** @param where the cell reference (`C7`), or the parameters of the message */
  constructor(why: FileProblem, where: string | null | Readonly<Record<string, string | number>> = null) {
    const { zh, en } = describeFileReason(why, typeof where === 'object' && where !== null ? where : {});
    const reason = typeof where === 'string' ? { zh: `${where}：${zh}`, en: `${where}: ${en}` } : { zh, en };
    super(reason.en);
    this.reason = reason;
  }
}
