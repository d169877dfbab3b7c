/** A quotation mark of CSV that is never closed: the rows after it cannot be separated from its cell. */
export class OpenQuoteError extends Error {
  override readonly name = 'OpenQuoteError';
  /** Where the quotation mark is, counted from 1. */
  readonly line: number;

  constructor(line: number) {
    super(`a quotation mark in line ${line} is never closed`);
    this.line = line;
  }
}

/**
 * The cells of CSV (RFC 4180), row by row; a row of nothing is left out. The first line decides whether commas, semicolons or tabs separate cells.
 * Throws OpenQuoteError.
 */
export function parseCsvRows(text: string): string[][] {
  const reader = createCsvReader(separatorOf(text));
  const rows = reader.read(text);
  const { openQuoteLine } = reader;
  if (openQuoteLine !== null) throw new OpenQuoteError(openQuoteLine);
  return [...rows, ...reader.end()];
}

/** Cells that come a piece of text at a time. */
export interface CsvReader {
  /** The rows that a piece ends. */
  read(text: string): string[][];
  /** The row that no line end follows, if there is one. */
  end(): string[][];
  /** Characters since the last row that ended with something in it: separators and line ends too. */
  readonly waiting: number;
  /** The line of the quotation mark that is still open, counted from 1; null when none is. */
  readonly openQuoteLine: number | null;
}

/** Reads CSV whose cells are parted by a mark. */
export function createCsvReader(separator: string): CsvReader {
  const cells = new CsvCells(separator);
  return {
    read(text) {
      for (let at = 0; at < text.length; at += 1) cells.take(text.charAt(at));
      return cells.takeRows();
    },
    end() {
      cells.end();
      return cells.takeRows();
    },
    get waiting() {
      return cells.waiting;
    },
    get openQuoteLine() {
      return cells.openQuoteLine;
    },
  };
}

class CsvCells {
  waiting = 0;
  readonly #separator: string;
  #rows: string[][] = [];
  #row: string[] = [];
  #cell = '';
  #isQuoted = false;
  /** A quote inside a quoted cell: what follows says whether it ends there. */
  #wasQuote = false;
  #line = 1;
  #quoteLine = 1;

  constructor(separator: string) {
    this.#separator = separator;
  }

  get openQuoteLine(): number | null {
    return this.#isQuoted && !this.#wasQuote ? this.#quoteLine : null;
  }

  take(char: string): void {
    this.waiting += 1;
    if (char === '\n') this.#line += 1;
    if (!this.#isQuoted) this.#takePlain(char);
    else if (this.#wasQuote) {
      this.#wasQuote = false;
      if (char === '"') this.#cell += char;
      else {
        this.#isQuoted = false;
        this.#takePlain(char);
      }
    } else if (char === '"') this.#wasQuote = true;
    else this.#cell += char;
  }

  takeRows(): string[][] {
    const rows = this.#rows;
    this.#rows = [];
    return rows;
  }

  end(): void {
    if (this.#cell !== '' || this.#row.length > 0) this.#endRow();
    this.waiting = 0;
  }

  #takePlain(char: string): void {
    if (char === '"' && this.#cell === '') {
      this.#isQuoted = true;
      this.#quoteLine = this.#line;
    } else if (char === this.#separator) this.#endCell();
    else if (char === '\n') this.#endRow();
    else if (char !== '\r') this.#cell += char;
  }

  #endCell(): void {
    this.#row.push(this.#cell);
    this.#cell = '';
  }

  #endRow(): void {
    this.#endCell();
    if (this.#row.some((one) => one.trim() !== '')) {
      this.#rows.push(this.#row);
      this.waiting = 0;
    }
    this.#row = [];
  }
}

function separatorOf(text: string): string {
  const newline = text.indexOf('\n');
  const line = newline < 0 ? text : text.slice(0, newline);
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: line.split(mark).length }));
  return counts.sort((a, b) => b.count - a.count)[0]?.mark ?? ',';
}

export interface QuestionRow {
  readonly question: string;
  readonly answer: string;
  readonly keywords: readonly string[];
}

const questionNames = ['question', 'q', '问题', '提问', 'content'];
const answerNames = ['answer', 'a', '答案', '回答'];
const keywordNames = ['keywords', '关键词'];

/** Questions with their answers: by the names of the columns, or the first two when no line names them. */
export function toQuestionRows(rows: readonly (readonly string[])[]): QuestionRow[] {
  const head = (rows[0] ?? []).map((name) => name.trim().toLowerCase());
  const placeOf = (names: readonly string[]) => head.findIndex((name) => names.includes(name));
  const named = placeOf(questionNames) >= 0 && placeOf(answerNames) >= 0;
  const [question, answer, keywords] = named
    ? [placeOf(questionNames), placeOf(answerNames), placeOf(keywordNames)]
    : [0, 1, -1];
  return rows.slice(named ? 1 : 0).flatMap((row) => {
    const cell = (at: number) => (at < 0 ? '' : (row[at] ?? '').trim());
    const words = cell(keywords)
      .split(/[,，、;；]/)
      .map((word) => word.trim());
    const requested = cell(question);
    return requested === ''
      ? []
      : [{ question: requested, answer: cell(answer), keywords: [...new Set(words.filter(Boolean))].slice(0, 10) }];
  });
}

/** A table as text: a paragraph a row, each cell with the name of its column. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...rest] = rows;
  const lines = rest.map((row) =>
    row
      .flatMap((cell, at) => (cell.trim() === '' ? [] : [`${head[at]?.trim() || `#${at + 1}`}: ${cell.trim()}`]))
      .join('\n'),
  );
  return lines.length === 0 ? head.join('\n') : lines.join('\n\n');
}
