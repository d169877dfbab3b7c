import { mostRunQuestions, say } from '@gantry/core';
import { type RecallNeeds, ruleOf } from '../../recall/index.ts';
import type { Operation } from '../../resources/operation.ts';
import type { Row } from '../../store/database.ts';
import { askInTime } from './ask-in-time.ts';
import { askQuestion } from './ask-question.ts';
import { type AskedQuestion, readQuestions } from './read-questions.ts';
import { type Judged, recallOf, reportOn } from './recall-report.ts';
import { baseOf } from './recall-test.ts';
import { refused, withReason } from './recall-words.ts';
import { mostAtOnce, startRun } from './start-run.ts';

const words = { pass: { zh: '通过', en: 'Passed' }, fail: { zh: '未通过', en: 'Failed' } } as const;

interface Asked {
  readonly base: Row;
  readonly rule: ReturnType<typeof ruleOf>;
  readonly questions: readonly AskedQuestion[];
  /** Null when there are too many for a call, or they took too long. */
  readonly judged: readonly Judged[] | null;
  readonly latencyMs: number;
}

/** Asks many questions and reports how much of what they should find was found; a long list goes on in the background. */
export function batchTest(needs: RecallNeeds): Operation {
  return {
    async prepare({ input, caller }): Promise<Asked> {
      const base = await baseOf(needs, input.knowledge, caller);
      const questions = readQuestions(String(input.csv));
      if (questions.length === 0) throw refused('csv', 'noQuestions', caller);
      if (questions.length > mostRunQuestions) throw refused('csv', 'tooMany', caller);
      const rule = ruleOf(base, input);
      const started = performance.now();
      const isLong = input.background === true || questions.length > mostAtOnce;
      const ask = (question: AskedQuestion) => askQuestion(needs, base, rule, question);
      const judged = isLong ? null : await withReason(askInTime(questions, ask), caller);
      return { base, rule, questions, judged, latencyMs: Math.round(performance.now() - started) };
    },
    async run(call, prepared) {
      const { base, rule, questions, judged, latencyMs } = prepared as Asked;
      const { locale } = call.caller;
      if (judged === null) {
        const own = questions.map((question) => ({ ...question, id: null }));
        return startRun(call, { kind: 'batch', knowledgeId: Number(base.id), rule, questions: own });
      }
      const said = (one: Judged) =>
        one.expected.length === 0 ? null : say(one.rank === null ? words.fail : words.pass, locale);
      const items = judged.map((one) => ({
        query: one.query,
        pass: said(one),
        rank: one.rank,
        recall: recallOf(one),
        expected: one.expected.join('; '),
        got: one.got.join('; '),
      }));
      return { data: { ...reportOn(judged), k: rule.topK, notAsked: 0, latencyMs, items } };
    },
  };
}
