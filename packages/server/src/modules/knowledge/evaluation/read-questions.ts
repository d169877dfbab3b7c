import type { RowOf } from '../../../platform/store/database.ts';
import { type getRetrievalRule, type RecallDeps, searchBase } from '../recall/index.ts';
import { byNumberOrName, type Judged, judge } from './recall-report.ts';

export interface QuestionRequest {
  readonly query: string;
  /** IDs of chunks or names of documents that should be found. One match is enough to pass. */
  readonly expected: readonly string[];
}

/** Yields the cells of each line of RFC 4180 CSV. A tab separates cells like a comma. */
function* getLines(text: string): Generator<string[]> {
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && cell === '') isQuoted = true;
    else if (sign === ',' || sign === '\t') {
      cells.push(cell);
      cell = '';
    } else if (sign === '\n') {
      yield [...cells, cell];
      cells = [];
      cell = '';
    } else if (sign !== '\r') cell += sign;
  }
  if (cell !== '' || cells.length > 0) yield [...cells, cell];
}

const heads = new Set(['query', 'question', '问题']);

/** Parses questions from CSV: the question, then its expected results separated by semicolons. Skips a header line. */
export function readQuestions(csv: string): QuestionRequest[] {
  const questions: QuestionRequest[] = [];
  for (const [first = '', second = ''] of getLines(csv.replace(/^\uFEFF/, ''))) {
    const query = first.trim().slice(0, 1000);
    if (query === '' || (questions.length === 0 && heads.has(query.toLowerCase()))) continue;
    const expected = second.split(/[;；|]/u).map((one) => one.trim().replace(/^#/, ''));
    questions.push({ query, expected: expected.filter(Boolean) });
  }
  return questions;
}

/** Searches a knowledge base for one question and evaluates the result. */
export async function answerQuestion(
  deps: RecallDeps,
  base: RowOf<'knowledge_bases'>,
  rule: ReturnType<typeof getRetrievalRule>,
  question: QuestionRequest,
): Promise<Judged> {
  const [searched] = await searchBase(deps, base, question.query, [rule]);
  return judge(question, searched?.found ?? [], byNumberOrName);
}
