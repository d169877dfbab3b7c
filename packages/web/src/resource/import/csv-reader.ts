/** A row of a file, with the line on which it begins, counted from 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

/** A quote that is never closed: everything behind it would be one cell. */
export class OpenQuoteError extends Error {
  override readonly name = 'OpenQuoteError';
  readonly line: number;
  /** @param line on which the quote starts */
  constructor(line: number) {
    super(`the quote on line ${line} is never closed`);
    this.line = line;
  }
}

/**
 * Reads CSV as RFC 4180 says, and as people write it: with or without a byte order mark, lines ended by CRLF, LF or CR,
 * line breaks and doubled quotes inside quotes. Rows without any text are left out. A quote in the middle of a bare cell is text.
 */
export class CsvReader {
  readonly #separator: string;
  #rows: CsvRow[] = [];
  #cells: string[] = [];
  #cell = '';
  #state: 'start' | 'raw' | 'quoted' | 'closing' = 'start';
  #line = 1;
  #rowLine = 1;
  #quoteLine = 1;
  #afterReturn = false;
  #begun = false;

  constructor(separator = ',') {
    this.#separator = separator;
  }

  /** Takes the next piece of text, cut anywhere, and gives the rows that it completes. */
  push(piece: string): CsvRow[] {
    const text = !this.#begun && piece.startsWith('\uFEFF') ? piece.slice(1) : piece;
    if (piece !== '') this.#begun = true;
    for (const character of text) this.#take(character);
    return this.#given();
  }

  /** Gives the last row, when the file does not end with a line break. Throws OpenQuoteError. */
  end(): CsvRow[] {
    if (this.#state === 'quoted') throw new OpenQuoteError(this.#quoteLine);
    if (this.#cell !== '' || this.#cells.length > 0 || this.#state === 'closing') this.#endRow();
    return this.#given();
  }

  #given(): CsvRow[] {
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
    if (this.#cells.some((cell) => cell.trim() !== '')) this.#rows.push({ line: this.#rowLine, cells: this.#cells });
    this.#cells = [];
    this.#rowLine = this.#line;
  }

  #take(character: string): void {
    const secondOfPair = character === '\n' && this.#afterReturn;
    this.#afterReturn = character === '\r';
    const breaks = character === '\n' || character === '\r';
    if (breaks && !secondOfPair) this.#line += 1;
    if (this.#state === 'quoted') this.#takeQuoted(character);
    else if (breaks && secondOfPair) this.#rowLine = this.#line;
    else if (breaks) this.#endRow();
    else this.#readUnquoted(character);
  }

  #takeQuoted(character: string): void {
    if (character === '"') this.#state = 'closing';
    else this.#cell += character;
  }

  #readUnquoted(character: string): void {
    if (character === this.#separator) {
      this.#endCell();
    } else if (character === '"' && (this.#state === 'start' || this.#state === 'closing')) {
      if (this.#state === 'closing') this.#cell += character;
      else this.#quoteLine = this.#line;
      this.#state = 'quoted';
    } else {
      this.#cell += character;
      this.#state = 'raw';
    }
  }
}
