import type { Row } from '../../../platform/store/database.ts';
import { type getRetrievalRule, type RecallDeps, searchBase } from '../recall/index.ts';
import type { QuestionRequest } from './read-questions.ts';
import { byNumberOrName, type Judged, judge } from './recall-report.ts';

/** Asks a knowledge base one question, and how much was found of what it should find. */
export async function answerQuestion(
  deps: RecallDeps,
  base: Row,
  rule: ReturnType<typeof getRetrievalRule>,
  question: QuestionRequest,
): Promise<Judged> {
  const [searched] = await searchBase(deps, base, question.query, [rule]);
  return judge(question, searched?.found ?? [], byNumberOrName);
}
