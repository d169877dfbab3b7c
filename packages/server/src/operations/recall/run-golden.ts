import { type AnyResource, goldenQuestion, say } from '@gantry/core';
import { type RecallNeeds, recordRecall, ruleOf, type Searched, searchBase } from '../../recall/index.ts';
import type { Operation, OperationCall } from '../../resources/operation.ts';
import type { Row } from '../../store/database.ts';
import { changedCells } from '../../store/records.ts';
import { type ChunkKeys, freshKeys, isExpected, keysIn } from './golden-keys.ts';
import { isPass, type Judged, judge, recallOf, reportOn } from './recall-report.ts';
import { askOf, baseOf } from './recall-test.ts';
import { withReason } from './recall-words.ts';

const table = 'golden_questions';
const mostQuestions = 200;
/** As long as a call may take, in ms, with what writing it down needs. */
const mostMs = 10_000;

interface Asked {
  readonly row: Row;
  readonly keys: ChunkKeys;
  readonly judged: Judged;
  readonly searched: Searched;
}

interface Ran {
  readonly base: Row;
  readonly k: number;
  readonly asked: readonly Asked[];
  readonly notAsked: number;
}

/** The questions of a base, those first that were not asked for the longest time. */
async function questionsOf({ database }: RecallNeeds, knowledgeId: number): Promise<Row[]> {
  const rows = await database.read.selectFrom(table).selectAll().where('knowledge_id', '=', knowledgeId).execute();
  return rows.sort(
    (one, other) => Number(one.last_run_at ?? 0) - Number(other.last_run_at ?? 0) || Number(one.id) - Number(other.id),
  );
}

async function askOne(needs: RecallNeeds, base: Row, rule: ReturnType<typeof ruleOf>, row: Row): Promise<Asked | null> {
  const expected = JSON.parse(String(row.chunks)) as string[];
  const keys = await freshKeys(needs.database.read, expected, keysIn(row.keys));
  const query = String(row.query);
  const [searched] = await searchBase(needs, base, query, [rule]);
  if (searched === undefined) return null;
  return { row, keys, searched, judged: judge({ query, expected }, searched.found, isExpected(keys)) };
}

/** Only what a run learns: the question stays the version that it is. */
async function keep(call: OperationCall, { row, keys, judged }: Asked): Promise<void> {
  const values = {
    lastResult: isPass(judged) ? 'pass' : 'fail',
    lastRank: judged.rank,
    lastRecall: recallOf(judged),
    lastRunAt: call.services.clock(),
    keys,
  };
  await call.tx
    .updateTable(table)
    .set(changedCells(goldenQuestion as AnyResource, values))
    .where('id', '=', Number(row.id))
    .execute();
}

const share = (rows: readonly Row[]) => {
  const known = rows.flatMap(({ last_recall }) => (last_recall === null ? [] : [Number(last_recall)]));
  return known.length === 0 ? null : Math.round(known.reduce((sum, one) => sum + one, 0) / known.length);
};

/** Asks all golden questions of a base, keeps what came of each, and tells what changed since last time. */
export function runGolden(needs: RecallNeeds): Operation {
  return {
    async prepare({ input, caller }): Promise<Ran> {
      const base = await baseOf(needs, input.knowledge, caller);
      const rule = ruleOf(base, input);
      const rows = await questionsOf(needs, Number(base.id));
      const started = performance.now();
      const asked: Asked[] = [];
      for (const row of rows.slice(0, mostQuestions)) {
        if (performance.now() - started > mostMs) break;
        const one = await withReason(askOne(needs, base, rule, row), caller);
        if (one) asked.push(one);
      }
      return { base, k: rule.topK, asked, notAsked: rows.length - asked.length };
    },
    async run(call, prepared) {
      const { base, k, asked, notAsked } = prepared as Ran;
      const scope = { tx: call.tx, dialect: call.services.database.dialect };
      for (const one of [...asked].sort((a, b) => Number(a.row.id) - Number(b.row.id))) {
        await keep(call, one);
        await recordRecall(
          scope,
          { ...askOf(call, { base, query: one.judged.query }), source: 'golden' },
          one.searched,
        );
      }
      const { locale } = call.caller;
      const { options } = goldenQuestion.fields.lastResult;
      const said = (name: string) => (name in options ? say(options[name as keyof typeof options], locale) : name);
      return {
        data: {
          ...reportOn(asked.map(({ judged }) => judged)),
          lastRecall: share(asked.map(({ row }) => row)),
          k,
          notAsked,
          items: asked.map(({ row, judged }) => ({
            id: Number(row.id),
            query: judged.query,
            pass: said(isPass(judged) ? 'pass' : 'fail'),
            last: said(String(row.last_result)),
            rank: judged.rank,
            recall: recallOf(judged),
            lastRecall: row.last_recall === null ? null : Number(row.last_recall),
            expected: judged.expected.join('; '),
            got: judged.got.join('; '),
          })),
        },
      };
    },
  };
}
