/** Thrown for an unclosed quotation mark in CSV. The rows after it cannot be separated from its cell. */
export class OpenQuoteError extends Error {
  override readonly name = 'OpenQuoteError';
  /** Line of the quotation mark, counted from 1. */
  readonly line: number;

  constructor(line: number) {
    super(`a quotation mark in line ${line} is never closed`);
    this.line = line;
  }
}

/**
 * Parses CSV (RFC 4180) into rows of cells and skips empty rows. The first line determines whether commas, semicolons or tabs
 * separate cells. Throws OpenQuoteError.
 */
export function parseCsvRows(text: string): string[][] {
  const reader = createCsvReader(getSeparator(text));
  const rows = reader.read(text);
  const { openQuoteLine } = reader;
  if (openQuoteLine !== null) throw new OpenQuoteError(openQuoteLine);
  return [...rows, ...reader.end()];
}

/** Parses CSV incrementally. */
export interface CsvReader {
  /** Parses a piece of text and returns the rows that it completes. */
  read(text: string): string[][];
  /** Returns the last row when no line end follows it. */
  end(): string[][];
  /** Characters since the last nonempty row, including separators and line ends. */
  readonly waiting: number;
  /** Line of the unclosed quotation mark, counted from 1; null when there is none. */
  readonly openQuoteLine: number | null;
}

/** Creates an incremental CSV parser for a separator. */
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
  /** Whether the last character was a quote in a quoted cell. The next character decides whether it ends the quoting. */
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

function getSeparator(text: string): string {
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

/** Returns questions with answers: from the named columns, or from the first two when there is no header. */
export function toQuestionRows(rows: readonly (readonly string[])[]): QuestionRow[] {
  const head = (rows[0] ?? []).map((name) => name.trim().toLowerCase());
  const getPlace = (names: readonly string[]) => head.findIndex((name) => names.includes(name));
  const named = getPlace(questionNames) >= 0 && getPlace(answerNames) >= 0;
  const [question, answer, keywords] = named
    ? [getPlace(questionNames), getPlace(answerNames), getPlace(keywordNames)]
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

/** Formats a table as text: one paragraph per row, each cell with its column name. */
export function formatTable(rows: readonly (readonly string[])[]): string {
  const [head = [], ...rest] = rows;
  const lines = rest.map((row) =>
    row
      .flatMap((cell, at) => (cell.trim() === '' ? [] : [`${head[at]?.trim() || `#${at + 1}`}: ${cell.trim()}`]))
      .join('\n'),
  );
  return lines.length === 0 ? head.join('\n') : lines.join('\n\n');
}
