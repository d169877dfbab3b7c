import { fileURLToPath } from 'node:url';

/** A file whose import once changed or lost data, and its expected result in the console and the CLI. */
export interface ImportCase {
  readonly file: string;
  readonly resource: 'bannedWord' | 'notice' | 'user';
  /** Why the file is rejected. */
  readonly rejection?: string;
  readonly created?: number;
  /** Number of rejected rows, and the reason of the first. */
  readonly failed?: readonly [count: number, reason: string];
  /** Notes that are shown before anything is written. */
  readonly notes?: readonly string[];
  /** Values of the created records by field, in file order. */
  readonly values?: readonly (readonly [field: string, values: readonly unknown[]])[];
}

export const importCaseFile = (name: string) => fileURLToPath(new URL(`import-cases/${name}`, import.meta.url));

const nine = Date.UTC(2026, 11, 1, 1);
const midnight = Date.UTC(2026, 10, 30, 16);

/** For empty lists in a site with the time zone Asia/Shanghai. */
export const importCases: readonly ImportCase[] = [
  { file: 'notice-times.csv', resource: 'notice', created: 2, values: [['startAt', [nine, midnight]]] },
  { file: 'notice-times.xlsx', resource: 'notice', created: 3, values: [['startAt', [nine, nine, midnight]]] },
  { file: 'slash-times.csv', resource: 'notice', created: 1, values: [['startAt', [nine]]] },
  { file: 'impossible-times.csv', resource: 'notice', created: 0, failed: [2, 'must be a date such as 2026-12-01'] },
  { file: 'late-gbk.csv', resource: 'bannedWord', created: 2802, notes: ['GB18030'] },
  { file: 'cut-utf8.csv', resource: 'bannedWord', rejection: 'cut off (line 2)' },
  { file: 'latin1-text.txt', resource: 'bannedWord', rejection: 'not UTF-8' },
  { file: 'unicode-text.txt', resource: 'bannedWord', created: 1, notes: ['UTF-16LE'] },
  { file: 'open-quote.csv', resource: 'bannedWord', rejection: 'the quotation mark on line 2 is never closed' },
  { file: 'extra-cells.csv', resource: 'bannedWord', created: 0, failed: [1, 'more cells than the header'] },
  { file: 'words.tsv', resource: 'bannedWord', created: 1, values: [['remark', ['seen in group 8']]] },
  { file: 'semicolon.csv', resource: 'bannedWord', created: 1, values: [['remark', ['seen in group 7']]] },
  { file: 'duplicate-header.csv', resource: 'bannedWord', rejection: 'the column “word” occurs twice' },
  { file: 'duplicate-header.xlsx', resource: 'bannedWord', rejection: 'the column “word” occurs twice' },
  {
    file: 'merged-cells.xlsx',
    resource: 'bannedWord',
    created: 3,
    notes: ['B2:B4'],
    values: [['category', ['ad', 'ad', 'ad']]],
  },
  { file: 'blank-rows.csv', resource: 'bannedWord', created: 1 },
  { file: 'code-formats.xlsx', resource: 'bannedWord', rejection: 'A3: a whole number has more than 15 digits' },
  {
    file: 'two-sheets-filtered-rows.xlsx',
    resource: 'bannedWord',
    created: 3,
    notes: ['Sheets not read: B', 'Hidden rows included: 1'],
  },
  // Words of three letters, which match entire words.
  {
    file: 'words-latin.txt',
    resource: 'bannedWord',
    created: 4,
    values: [['match', ['auto', 'auto', 'auto', 'auto']]],
  },
  { file: 'words-libreoffice.xlsx', resource: 'bannedWord', created: 9, failed: [1, ''] },
  { file: 'users-libreoffice.xlsx', resource: 'user', created: 3, notes: ['Columns not used: vipExpiresAt'] },
];
