import { readFileSync } from 'node:fs';

/** A file of `documents` that was once stored with a changed meaning, and the result of its upload to a knowledge base by every client. */
export interface DocumentCase {
  readonly file: string;
  /** Why the upload is rejected. */
  readonly rejection?: string;
  /** Why reading it fails. */
  readonly errorCode?: string;
  readonly warnings?: readonly string[];
  /** A text that one of its chunks contains. */
  readonly text?: string;
}

export const readDocumentCase = (file: string) => readFileSync(new URL(`documents/${file}`, import.meta.url));

/** For a knowledge base with default rules; a CSV file contains questions and answers. */
export const documentCases: readonly DocumentCase[] = [
  { file: 'articles.html', text: '# Release 8' },
  { file: 'big5.html', text: '退款須於七日內提出' },
  { file: 'bigtable.md', text: '|' },
  { file: 'cjk.pdf', text: '| 免费 | | 0 |' },
  { file: 'deck.pptx', text: '营收 ¥1,234,567.00' },
  { file: 'empty.txt', rejection: 'The file is empty.' },
  { file: 'fence.md', text: '```' },
  { file: 'form-page.html', text: 'Within seven days.' },
  { file: 'heading-false.txt', text: '第二条规定' },
  { file: 'hidden-text.html', text: 'Seven days.' },
  { file: 'indentation.md', text: '  web:' },
  { file: 'latin1-text.txt', warnings: ['guessedEncoding'], text: 'Herr Müller' },
  { file: 'locked.docx', rejection: 'protected with a password' },
  { file: 'merged-rows.docx', text: '| Pro | B rule | |' },
  { file: 'mixed-sheet.xlsx', warnings: ['hiddenContent'], text: '8800123456789012345' },
  { file: 'no-tounicode.pdf', errorCode: 'unreadableText' },
  { file: 'numbering.docx', text: '第三条 违约金为百分之五。' },
  { file: 'omml.docx', text: 'Fee is 0.05×amount per day.' },
  { file: 'open-quote-questions.csv', errorCode: 'openQuote' },
  { file: 'overlap.txt', text: 'The administrator' },
  { file: 'table-empty-cells.html', text: '| Starter | | $0.00 |' },
  { file: 'table.html', text: '| userId | iPhone 价格 |' },
  { file: 'terms-en.docx', text: '| Starter | | $0.00 |' },
  { file: 'terms-zh.docx', text: '| 基础版 | ¥19.90 | | 学生价 |' },
  { file: 'terms-zh.pdf', text: '| 免费版 | | 0 | 每日 20 次 |' },
  { file: 'word-online.docx', text: '退款须在七日内提出。' },
  { file: 'xhtml.html', text: 'Seven days & no later.' },
];
