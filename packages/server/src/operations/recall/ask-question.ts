import { type RecallNeeds, type ruleOf, searchBase } from '../../recall/index.ts';
import type { Row } from '../../store/database.ts';
import type { AskedQuestion } from './read-questions.ts';
import { byNumberOrName, type Judged, judge } from './recall-report.ts';

/** Asks a knowledge base one question, and how much was found of what it should find. */
export async function askQuestion(
  needs: RecallNeeds,
  base: Row,
  rule: ReturnType<typeof ruleOf>,
  question: AskedQuestion,
): Promise<Judged> {
  const [searched] = await searchBase(needs, base, question.query, [rule]);
  return judge(question, searched?.found ?? [], byNumberOrName);
}
