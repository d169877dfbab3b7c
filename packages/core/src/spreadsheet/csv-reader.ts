import type { LocalizedText } from '../definition/index.ts';
import { SpreadsheetError } from './sheet-refused.ts';

/** A row of a file. `line` is the line on which it starts, counted from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** Why the row cannot be read. */
  readonly problem?: LocalizedText;
}

const codes = { lineFeed: 10, return: 13, blank: 32, quote: 34 } as const;

const textAfterQuote = {
  zh: '引号后还有文字：含引号的单元格，其中的引号须写两次',
  en: 'there is text after a closing quotation mark: double the quotation marks inside a cell',
} as const;

/**
 * Reads CSV as RFC 4180 defines it, and common variants: an optional byte order mark; lines that end with CRLF, LF or CR; line
 * breaks and doubled quotes inside quotes. Empty rows are skipped. A quote inside an unquoted cell is text; text after a closing
 * quote makes its row invalid.
 */
export class CsvReader {
  readonly #separator: number;
  #rows: CsvRow[] = [];
  #cells: string[] = [];
  #cell = '';
  #state: 'start' | 'raw' | 'quoted' | 'closing' = 'start';
  #problem: LocalizedText | null = null;
  #line = 1;
  #rowLine = 1;
  #quoteLine = 1;
  #isAfterReturn = false;
  #isBegun = false;

  constructor(separator = ',') {
    this.#separator = separator.charCodeAt(0);
  }

  /** Reads the next piece of text, split anywhere, and returns the completed rows. */
  push(piece: string): CsvRow[] {
    const text = !this.#isBegun && piece.startsWith('\uFEFF') ? piece.slice(1) : piece;
    if (piece !== '') this.#isBegun = true;
    let from = 0;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const isSecondOfPair = code === codes.lineFeed && this.#isAfterReturn;
      const isBreak = code === codes.lineFeed || code === codes.return;
      this.#isAfterReturn = code === codes.return;
      if (isBreak && !isSecondOfPair) this.#line += 1;
      if (this.#state === 'quoted') {
        if (code !== codes.quote) continue;
        this.#cell += text.slice(from, at);
        this.#state = 'closing';
        from = at + 1;
      } else if (isBreak || code === this.#separator) {
        if (this.#state !== 'closing') this.#cell += text.slice(from, at);
        from = at + 1;
        if (code === this.#separator) this.#endCell();
        else if (isSecondOfPair) this.#rowLine = this.#line;
        else this.#endRow();
      } else if (this.#state === 'closing') {
        from = at + 1;
        if (code === codes.quote) {
          this.#cell += '"';
          this.#state = 'quoted';
        } else if (code !== codes.blank) this.#problem ??= textAfterQuote;
      } else if (this.#state === 'start') {
        if (code === codes.quote) {
          this.#quoteLine = this.#line;
          from = at + 1;
        }
        this.#state = code === codes.quote ? 'quoted' : 'raw';
      }
    }
    if (this.#state !== 'closing') this.#cell += text.slice(from);
    return this.#takeRows();
  }

  /** Returns the last row when the file does not end with a line break. Throws SpreadsheetError for an unclosed quote. */
  end(): CsvRow[] {
    if (this.#state === 'quoted') throw new SpreadsheetError('openQuote', { line: this.#quoteLine });
    if (this.#cell !== '' || this.#cells.length > 0 || this.#state === 'closing') this.#endRow();
    return this.#takeRows();
  }

  #takeRows(): CsvRow[] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#state = 'start';
  }

  #endRow(): void {
    this.#endCell();
    const problem = this.#problem ? { problem: this.#problem } : {};
    if (this.#cells.some((cell) => cell.trim() !== ''))
      this.#rows.push({ line: this.#rowLine, cells: this.#cells, ...problem });
    this.#cells = [];
    this.#problem = null;
    this.#rowLine = this.#line;
  }
}
