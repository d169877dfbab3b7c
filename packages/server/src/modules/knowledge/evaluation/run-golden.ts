import { goldenQuestion, localize } from '@gantry/core';
import type { Operation } from '../../../platform/engine/operation.ts';
import type { Row } from '../../../platform/store/database.ts';
import { getRetrievalRule, type RecallDeps } from '../recall/index.ts';
import { type GoldenRequest, getLastRecall, keepGolden, listGoldenRows, runGoldenQuestion } from './ask-golden.ts';
import { runWithinTime } from './ask-in-time.ts';
import { computeMean, computeRecall, isPass, reportOn } from './recall-report.ts';
import { requireBase } from './recall-test.ts';
import { withReason } from './recall-words.ts';
import { maxConcurrent, startRun } from './start-run.ts';

interface Ran {
  readonly base: Row;
  readonly rule: ReturnType<typeof getRetrievalRule>;
  readonly rows: readonly Row[];
  /** Null when there are too many for a call, or they took too long. */
  readonly requested: readonly GoldenRequest[] | null;
}

/** What was asked; a question that gave nothing at all is left out. */
async function checkAll(
  deps: RecallDeps,
  base: Row,
  rule: Ran['rule'],
  rows: readonly Row[],
): Promise<GoldenRequest[] | null> {
  const requested = await runWithinTime(rows, (row) => runGoldenQuestion(deps, base, rule, row));
  return requested?.filter((one) => one !== null) ?? null;
}

const questionOf = (row: Row) => ({
  id: Number(row.id),
  query: String(row.query),
  expected: JSON.parse(String(row.chunks)) as string[],
});

/** Asks all golden questions of a base, keeps what came of each, and tells what changed since last time. */
export function runGolden(deps: RecallDeps): Operation {
  return {
    async prepare({ input, caller }): Promise<Ran> {
      const base = await requireBase(deps, input.knowledge, caller);
      const rule = getRetrievalRule(base, input);
      const rows = await listGoldenRows(deps.database.read, Number(base.id));
      const isLong = (input.background === true && rows.length > 0) || rows.length > maxConcurrent;
      return {
        base,
        rule,
        rows,
        requested: isLong ? null : await withReason(checkAll(deps, base, rule, rows), caller),
      };
    },
    async run(call, prepared) {
      const { base, rule, rows, requested } = prepared as Ran;
      const knowledgeId = Number(base.id);
      if (requested === null)
        return startRun(call, { kind: 'golden', knowledgeId, rule, questions: rows.map(questionOf) });
      const { caller, services, tx } = call;
      const prompt = { knowledgeId, userId: null, by: caller.actor.id, at: services.clock() };
      await keepGolden(tx, services.database, requested, prompt);
      const { options } = goldenQuestion.fields.lastResult;
      const said = (name: string) =>
        name in options ? localize(options[name as keyof typeof options], caller.locale) : name;
      const items = requested.map(({ row, judged }) => ({
        id: Number(row.id),
        query: judged.query,
        pass: said(isPass(judged) ? 'pass' : 'fail'),
        last: said(String(row.last_result)),
        rank: judged.rank,
        recall: computeRecall(judged),
        lastRecall: getLastRecall(row),
        expected: judged.expected.join('; '),
        got: judged.got.join('; '),
      }));
      const report = reportOn(requested.map(({ judged }) => judged));
      const lastRecall = computeMean(requested.map(({ row }) => getLastRecall(row)));
      return { data: { ...report, lastRecall, k: rule.topK, notRequested: rows.length - requested.length, items } };
    },
  };
}
