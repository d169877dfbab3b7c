import { goldenQuestion, say } from '@gantry/core';
import { type RecallNeeds, ruleOf } from '../../recall/index.ts';
import type { Operation } from '../../resources/operation.ts';
import type { Row } from '../../store/database.ts';
import { type AskedGolden, askGolden, goldenRows, keepGolden, lastRecallOf } from './ask-golden.ts';
import { askInTime } from './ask-in-time.ts';
import { isPass, meanOf, recallOf, reportOn } from './recall-report.ts';
import { baseOf } from './recall-test.ts';
import { withReason } from './recall-words.ts';
import { mostAtOnce, startRun } from './start-run.ts';

interface Ran {
  readonly base: Row;
  readonly rule: ReturnType<typeof ruleOf>;
  readonly rows: readonly Row[];
  /** Null when there are too many for a call, or they took too long. */
  readonly asked: readonly AskedGolden[] | null;
}

/** What was asked; a question that gave nothing at all is left out. */
async function askAll(
  needs: RecallNeeds,
  base: Row,
  rule: Ran['rule'],
  rows: readonly Row[],
): Promise<AskedGolden[] | null> {
  const asked = await askInTime(rows, (row) => askGolden(needs, base, rule, row));
  return asked?.filter((one) => one !== null) ?? null;
}

const questionOf = (row: Row) => ({
  id: Number(row.id),
  query: String(row.query),
  expected: JSON.parse(String(row.chunks)) as string[],
});

/** Asks all golden questions of a base, keeps what came of each, and tells what changed since last time. */
export function runGolden(needs: RecallNeeds): Operation {
  return {
    async prepare({ input, caller }): Promise<Ran> {
      const base = await baseOf(needs, input.knowledge, caller);
      const rule = ruleOf(base, input);
      const rows = await goldenRows(needs.database.read, Number(base.id));
      const isLong = (input.background === true && rows.length > 0) || rows.length > mostAtOnce;
      return { base, rule, rows, asked: isLong ? null : await withReason(askAll(needs, base, rule, rows), caller) };
    },
    async run(call, prepared) {
      const { base, rule, rows, asked } = prepared as Ran;
      const knowledgeId = Number(base.id);
      if (asked === null) return startRun(call, { kind: 'golden', knowledgeId, rule, questions: rows.map(questionOf) });
      const { caller, services, tx } = call;
      const ask = { knowledgeId, userId: null, by: caller.actor.id, at: services.clock() };
      await keepGolden(tx, services.database, asked, ask);
      const { options } = goldenQuestion.fields.lastResult;
      const said = (name: string) =>
        name in options ? say(options[name as keyof typeof options], caller.locale) : name;
      const items = asked.map(({ row, judged }) => ({
        id: Number(row.id),
        query: judged.query,
        pass: said(isPass(judged) ? 'pass' : 'fail'),
        last: said(String(row.last_result)),
        rank: judged.rank,
        recall: recallOf(judged),
        lastRecall: lastRecallOf(row),
        expected: judged.expected.join('; '),
        got: judged.got.join('; '),
      }));
      const report = reportOn(asked.map(({ judged }) => judged));
      const lastRecall = meanOf(asked.map(({ row }) => lastRecallOf(row)));
      return { data: { ...report, lastRecall, k: rule.topK, notAsked: rows.length - asked.length, items } };
    },
  };
}
