/** The cells of CSV (RFC 4180), row by row; a row of nothing is left out. Commas, semicolons and tabs are told by the first line. */
export function parseCsvRows(text: string): string[][] {
  const reader = createCsvReader(separatorOf(text));
  return [...reader.read(text), ...reader.end()];
}

/** Cells that come a piece of text at a time. */
export interface CsvReader {
  /** The rows that a piece ends. */
  read(text: string): string[][];
  /** The row that no line end follows, if there is one. */
  end(): string[][];
  /** Characters since the last row that ended with something in it: separators and line ends too. */
  readonly waiting: number;
}

/** Reads CSV whose cells are parted by a mark. */
export function createCsvReader(separator: string): CsvReader {
  let rows: string[][] = [];
  let row: string[] = [];
  let cell = '';
  let waiting = 0;
  let isQuoted = false;
  /** A quote inside a quoted cell: what follows says whether it ends there. */
  let wasQuote = false;
  const endCell = () => {
    row.push(cell);
    cell = '';
  };
  const endRow = () => {
    endCell();
    if (row.some((one) => one.trim() !== '')) {
      rows.push(row);
      waiting = 0;
    }
    row = [];
  };
  const plain = (char: string) => {
    if (char === '"' && cell === '') isQuoted = true;
    else if (char === separator) endCell();
    else if (char === '\n') endRow();
    else if (char !== '\r') cell += char;
  };
  const take = (char: string) => {
    waiting += 1;
    if (!isQuoted) return plain(char);
    if (wasQuote) {
      wasQuote = false;
      if (char === '"') cell += char;
      else {
        isQuoted = false;
        plain(char);
      }
    } else if (char === '"') wasQuote = true;
    else cell += char;
  };
  const taken = () => {
    const made = rows;
    rows = [];
    return made;
  };
  return {
    read(text) {
      for (let at = 0; at < text.length; at += 1) take(text.charAt(at));
      return taken();
    },
    end() {
      if (cell !== '' || row.length > 0) endRow();
      waiting = 0;
      return taken();
    },
    get waiting() {
      return waiting;
    },
  };
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
