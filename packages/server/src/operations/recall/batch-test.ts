import { Fault, say } from '@gantry/core';
import { type Found, type RecallNeeds, ruleOf, searchBase } from '../../recall/index.ts';
import type { Operation } from '../../resources/operation.ts';
import { readQuestions } from './read-questions.ts';
import { type Judged, judge, recallOf, reportOn } from './recall-report.ts';
import { baseOf } from './recall-test.ts';
import { refused, withReason } from './recall-words.ts';

const mostQuestions = 200;
/** A call is answered in time: questions that would take longer, in ms, are left and counted. */
const mostMs = 10_000;

const byNumberOrName = (one: string, { chunkId, row }: Found) =>
  String(chunkId) === one || String(row.doc_name).toLowerCase() === one.toLowerCase();

const words = { pass: { zh: '通过', en: 'Passed' }, fail: { zh: '未通过', en: 'Failed' } } as const;

/** Asks many questions and reports how much of what they should find was found. Keeps nothing of it. */
export function batchTest(needs: RecallNeeds): Operation {
  return {
    async prepare({ input, caller }) {
      const base = await baseOf(needs, input.knowledge, caller);
      const questions = readQuestions(String(input.csv));
      if (questions.length === 0) throw refused('csv', 'noQuestions', caller);
      if (questions.length > mostQuestions) throw refused('csv', 'tooMany', caller);
      const rule = ruleOf(base, input);
      const started = performance.now();
      const judged: Judged[] = [];
      for (const question of questions) {
        if (performance.now() - started > mostMs) break;
        const [searched] = await withReason(searchBase(needs, base, question.query, [rule]), caller);
        judged.push(judge(question, searched?.found ?? [], byNumberOrName));
      }
      if (judged.length === 0) throw new Fault('busy');
      const said = (one: Judged) =>
        one.expected.length === 0 ? null : say(one.rank === null ? words.fail : words.pass, caller.locale);
      return {
        ...reportOn(judged),
        k: rule.topK,
        notAsked: questions.length - judged.length,
        latencyMs: Math.round(performance.now() - started),
        items: judged.map((one) => ({
          query: one.query,
          pass: said(one),
          rank: one.rank,
          recall: recallOf(one),
          expected: one.expected.join('; '),
          got: one.got.join('; '),
        })),
      };
    },
    run: async (_call, prepared) => ({ data: prepared }),
  };
}
