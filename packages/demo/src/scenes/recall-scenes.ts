import { createRetrievalRunWork } from '../../../server/src/modules/knowledge/evaluation/run-work.ts';
import { createVectorCache } from '../../../server/src/modules/knowledge/recall/index.ts';
import { createJobRunner } from '../../../server/src/platform/jobs/job-runner.ts';
import { readUserIds, userAt } from '../known-users.ts';
import type { Platform } from '../platform.ts';
import type { Scene, Script } from '../scene.ts';

type Play = Script & { readonly platform: Platform };

interface Source {
  readonly knowledgeId: number;
  readonly query: string;
}

interface Tested {
  readonly recordId: number;
  readonly hits: readonly unknown[];
}

/** Searches per day, starting after a share of the days, because a knowledge base must exist first. */
const searchesADay = 6;
const from = 0.6;
const requested = ['请问', '怎么', '如何', '想了解一下', ''] as const;

/** Chats and agents search the knowledge bases. An editor tests them and runs golden questions every week. */
export function recallScenes(script: Script, platform: Platform): Scene[] {
  const play: Play = { ...script, platform };
  const { activity, days } = script;
  const first = Math.floor(days * from);
  const late = Array.from({ length: days - first }, (_, at) => first + at);
  const at = (day: number, act: (play: Play) => Promise<void>): Scene => ({
    at: activity.work(day),
    play: () => act(play),
  });
  return late.flatMap((day) => [
    ...Array.from({ length: searchesADay }, () => at(day, searchLive)),
    ...(day % 7 === 0 ? [at(day, testSome)] : []),
    ...(day % 7 === 1 ? [at(day, (play) => runGoldenQuestion(play, day % 14 === 1))] : []),
    ...(day % 14 === 8 ? [at(day, testMany)] : []),
  ]);
}

/** A question with words of a random chunk; null while there is none. */
async function somethingKnown({ stage, random }: Play): Promise<Source | null> {
  const { read } = stage.foundation.database;
  const chunks = read.selectFrom('know_chunks as c').innerJoin('knowledge_bases as k', 'k.id', 'c.knowledge_id');
  const rows = await chunks
    .select(['c.knowledge_id', 'c.content'])
    .where('c.status', '=', 'indexed')
    .where('k.status', '=', 'enabled')
    .orderBy('c.id')
    .limit(500)
    .execute();
  const row = rows[random.integer(0, Math.max(0, rows.length - 1))];
  if (row === undefined) return null;
  const phrases = row.content
    .split(/[\s，。；：、！？,.;:!?#*|]+/u)
    .filter(({ length }) => length >= 4 && length <= 24);
  const phrase = phrases[random.integer(0, Math.max(0, phrases.length - 1))];
  if (phrase === undefined) return null;
  return {
    knowledgeId: row.knowledge_id,
    query: `${random.weighted(requested.map((word) => [word, 1]))}${phrase}`,
  };
}

async function searchLive(play: Play): Promise<void> {
  const source = await somethingKnown(play);
  if (source === null) return;
  const { knowledgeId, query } = source;
  const users = await readUserIds(play.stage);
  await play.platform.call('knowledgeSearch', {
    knowledgeIds: [knowledgeId],
    query,
    source: play.random.weighted([
      ['chat', 6],
      ['agent', 3],
      ['api', 1],
    ]),
    userId: userAt(users, play.random.integer(1, 60)),
  });
}

async function testSome(play: Play): Promise<void> {
  const { stage, cast } = play;
  const editor = cast.named('li.ming');
  for (let count = 0; count < 4; count += 1) {
    const source = await somethingKnown(play);
    if (source === null) return;
    const { knowledgeId, query } = source;
    const tested = await stage.call<Tested>('/recall-record/test', { knowledge: knowledgeId, query }, editor);
    const id = tested.recordId;
    if (tested.hits.length === 0) {
      await stage.call('/recall-record/mark-bad', { id, note: '该找到的分段没有找到，待补充相关问题' }, editor);
      continue;
    }
    await stage.call('/recall-record/mark-good', { id }, editor);
    const { database } = stage.foundation;
    const known = database.read.selectFrom('golden_questions').select('id').where('knowledge_id', '=', knowledgeId);
    if (!(await known.where('query', '=', query).executeTakeFirst()))
      await stage.call('/recall-record/save-golden', { id }, editor);
  }
}

/** Processes queued jobs, as the server does automatically. */
async function workOff({ stage }: Play): Promise<void> {
  const { foundation } = stage;
  const deps = { ...foundation, vectors: createVectorCache() };
  await createJobRunner(foundation, { recallRun: createRetrievalRunWork(deps) }).drain();
}

/** Runs the golden questions of every knowledge base. In the background, the results are stored in a record of their own. */
async function runGoldenQuestion(play: Play, background: boolean): Promise<void> {
  const { stage, cast } = play;
  const { read } = stage.foundation.database;
  const bases = await read.selectFrom('golden_questions').select('knowledge_id').distinct().execute();
  for (const { knowledge_id } of bases.sort((one, other) => one.knowledge_id - other.knowledge_id))
    await stage.call('/golden-question/run', { knowledge: knowledge_id, background }, cast.named('li.ming'));
  if (background) await workOff(play);
}

/** Runs collected questions as one list. */
async function testMany(play: Play): Promise<void> {
  const { stage, cast } = play;
  const lists = new Map<number, string[]>();
  for (let count = 0; count < 24; count += 1) {
    const source = await somethingKnown(play);
    if (source === null) return;
    lists.set(source.knowledgeId, [...(lists.get(source.knowledgeId) ?? []), source.query]);
  }
  for (const [knowledge, queries] of lists) {
    const csv = ['query', ...queries].join('\n');
    await stage.call('/recall-record/batch-test', { knowledge, csv, background: true }, cast.named('li.ming'));
  }
  await workOff(play);
}
