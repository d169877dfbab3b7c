import { localize, maxRunQuestions } from '@gantry/core';
import type { Operation } from '../../../platform/engine/operation.ts';
import type { Row } from '../../../platform/store/database.ts';
import { getRetrievalRule, type RecallDeps } from '../recall/index.ts';
import { runWithinTime } from './ask-in-time.ts';
import { answerQuestion } from './ask-question.ts';
import { type QuestionRequest, readQuestions } from './read-questions.ts';
import { computeRecall, type Judged, reportOn } from './recall-report.ts';
import { requireBase } from './recall-test.ts';
import { createRecallRejection, withReason } from './recall-words.ts';
import { maxConcurrent, startRun } from './start-run.ts';

const words = { pass: { zh: '通过', en: 'Passed' }, fail: { zh: '未通过', en: 'Failed' } } as const;

interface BatchQuestions {
  readonly base: Row;
  readonly rule: ReturnType<typeof getRetrievalRule>;
  readonly questions: readonly QuestionRequest[];
  /** Null when there are too many for a call, or they took too long. */
  readonly judged: readonly Judged[] | null;
  readonly latencyMs: number;
}

/** Asks many questions and reports how much of what they should find was found; a long list goes on in the background. */
export function createBatchTestOperation(deps: RecallDeps): Operation {
  return {
    async prepare({ input, caller }): Promise<BatchQuestions> {
      const base = await requireBase(deps, input.knowledge, caller);
      const questions = readQuestions(String(input.csv));
      if (questions.length === 0) throw createRecallRejection('csv', 'noQuestions', caller);
      if (questions.length > maxRunQuestions) throw createRecallRejection('csv', 'tooMany', caller);
      const rule = getRetrievalRule(base, input);
      const started = performance.now();
      const isLong = input.background === true || questions.length > maxConcurrent;
      const prompt = (question: QuestionRequest) => answerQuestion(deps, base, rule, question);
      const judged = isLong ? null : await withReason(runWithinTime(questions, prompt), caller);
      return { base, rule, questions, judged, latencyMs: Math.round(performance.now() - started) };
    },
    async run(call, prepared) {
      const { base, rule, questions, judged, latencyMs } = prepared as BatchQuestions;
      const { locale } = call.caller;
      if (judged === null) {
        const own = questions.map((question) => ({ ...question, id: null }));
        return startRun(call, { kind: 'batch', knowledgeId: Number(base.id), rule, questions: own });
      }
      const said = (one: Judged) =>
        one.expected.length === 0 ? null : localize(one.rank === null ? words.fail : words.pass, locale);
      const items = judged.map((one) => ({
        query: one.query,
        pass: said(one),
        rank: one.rank,
        recall: computeRecall(one),
        expected: one.expected.join('; '),
        got: one.got.join('; '),
      }));
      return { data: { ...reportOn(judged), k: rule.topK, notRequested: 0, latencyMs, items } };
    },
  };
}
