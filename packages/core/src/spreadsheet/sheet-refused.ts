import type { LocalizedText } from '../definition/index.ts';

const reasons = {
  damaged: { zh: '工作簿已损坏，或不是 .xlsx 文件', en: 'the workbook is damaged or not an .xlsx file' },
  locked: {
    zh: '旧的 .xls 格式，或有密码：请另存为没有密码的 .xlsx',
    en: 'old .xls format or password-protected; save it as .xlsx without a password',
  },
  formula: {
    zh: '有公式还没有算出结果：请用电子表格软件打开并保存',
    en: 'a formula has no stored result; open and save the file in a spreadsheet program',
  },
  error: {
    zh: '单元格里是错误值：请改正公式，或清空该单元格',
    en: 'a cell contains an error; correct its formula or clear the cell',
  },
  empty: { zh: '工作簿里没有可见的工作表', en: 'the workbook has no visible sheet' },
  large: { zh: '工作表太大，请另存为 CSV', en: 'the sheet is too large; save it as CSV' },
} as const satisfies Record<string, LocalizedText>;

/** A workbook that cannot be read, or that is not worth what reading it would cost. */
export class SpreadsheetError extends Error {
  override readonly name = 'SpreadsheetError';
  readonly reason: LocalizedText;
  /** @param where it was seen, as a spreadsheet names the place: `C7` */
  constructor(why: keyof typeof reasons, where: string | null = null) {
    const { zh, en } = reasons[why];
    const reason = where === null ? { zh, en } : { zh: `${where}：${zh}`, en: `${where}: ${en}` };
    super(reason.en);
    this.reason = reason;
  }
}
