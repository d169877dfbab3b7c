import { embedLocally } from '../../server/src/modules/knowledge/recall/embed-texts.ts';
import { getIndexWord } from '../../server/src/modules/knowledge/recall/vectors/read-vectors.ts';
import { quantise } from '../../server/src/modules/knowledge/recall/vectors/vector-block.ts';
import type { DatabasePlace } from '../../server/src/platform/store/open-database.ts';
import { indexWords } from '../../server/src/platform/store/search/words.ts';
import { type BareSql, openBare } from './bare-sql.ts';
import type { BenchResult } from './bench-result.ts';
import { addKnowledge } from './know-corpus.ts';
import { figure, medians } from './measure.ts';
import { type Post, serve } from './served.ts';

const rounds = 40;
const found = 200;

/**
 * Compares a hybrid search over HTTP in a knowledge base of 1,000 documents and 100,000 chunks, including its record, with the
 * two queries that it needs: the chunks that share most words with the question from the keyword index, and a scan of all vectors
 * in memory.
 */
export async function benchRecall(place: DatabasePlace, chunks = 100_000): Promise<BenchResult[]> {
  const served = await serve(place);
  try {
    const { knowledgeId, questions } = await addKnowledge(served.database, chunks);
    const sql = await openBare(place);
    try {
      const vectors = await readAll(sql, knowledgeId);
      const search = searcher(served.post, knowledgeId, questions);
      const raw = bareSearcher(sql, knowledgeId, questions, vectors);
      const times = await medians(
        {
          hybrid: search('hybrid'),
          vector: search('vector'),
          keyword: search('keyword'),
          words: raw.words,
          scan: raw.scan,
        },
        { rounds, warmUps: 3 },
      );
      const on = `on ${served.database.kind}, ${chunks.toLocaleString('en')} chunks`;
      const floor = times.words + times.scan;
      const parts = `bare: words ${times.words.toFixed(1)} ms, scan ${times.scan.toFixed(1)} ms; by words alone ${times.keyword.toFixed(1)} ms, by meaning alone ${times.vector.toFixed(1)} ms over HTTP`;
      return [
        figure({
          name: `a hybrid recall ${on}, against bare queries`,
          ours: times.hybrid,
          floor,
          bound: 3,
          note: parts,
        }),
      ];
    } finally {
      await sql.close();
    }
  } finally {
    await served.stop();
  }
}

const next = <T>(all: readonly T[]) => {
  let at = 0;
  return () => all[at++ % all.length] as T;
};

function searcher(post: Post, knowledge: number, questions: readonly string[]) {
  return (mode: string) => {
    const question = next(questions);
    return () => post('/recall-record/test', { knowledge, query: question(), mode }, crypto.randomUUID());
  };
}

interface Held {
  readonly steps: Int8Array;
  readonly scales: Float32Array;
  readonly dims: number;
}

/** Reads the stored vectors into one array. */
async function readAll(sql: BareSql, knowledgeId: number): Promise<Held> {
  const rows = (await sql.all(
    'select vector from know_vectors where knowledge_id = ? order by chunk_id',
    knowledgeId,
  )) as {
    readonly vector: Buffer;
  }[];
  const dims = (rows[0]?.vector.length ?? 4) - 4;
  const held = { steps: new Int8Array(rows.length * dims), scales: new Float32Array(rows.length), dims };
  for (const [at, { vector }] of rows.entries()) {
    held.scales[at] = vector.readFloatLE(0);
    held.steps.set(new Int8Array(vector.buffer, vector.byteOffset + 4, dims), at * dims);
  }
  return held;
}

function bareSearcher(sql: BareSql, knowledgeId: number, questions: readonly string[], held: Held) {
  const forWords = next(questions);
  const forScan = next(questions);
  return { words: () => maxWords(sql, knowledgeId, forWords()), scan: () => nearest(held, forScan()) };
}

/** The chunks that contain most words of the question, counted by the database. */
function maxWords(sql: BareSql, knowledgeId: number, question: string) {
  const words = indexWords([question]).filter((word) => word.length > 1);
  const one =
    sql.kind === 'sqlite'
      ? 'select rowid as id from know_recall_search where know_recall_search match ?'
      : 'select id from know_recall_search where terms @@ ?::tsquery';
  const quote = sql.kind === 'sqlite' ? '"' : "'";
  const requested = words.map((word) => quote + getIndexWord({ knowledgeId, generation: 1 }, word) + quote);
  const all = requested.map(() => one).join(' union all ');
  return sql.all(
    `select id, count(*) as words from (${all}) f group by id order by words desc limit ${found}`,
    ...requested,
  );
}

/** The vectors closest to a question, in a simple loop. */
function nearest({ steps, scales, dims }: Held, question: string): [number, number][] {
  const { steps: requested } = quantise(embedLocally(question));
  const best: [number, number][] = [];
  let floor = Number.NEGATIVE_INFINITY;
  for (let at = 0, from = 0; at < scales.length; at += 1, from += dims) {
    let sum = 0;
    for (let dim = 0; dim < dims; dim += 1) sum += (steps[from + dim] as number) * (requested[dim] as number);
    const score = sum * (scales[at] as number);
    if (score <= floor) continue;
    best.push([at, score]);
    if (best.length < found * 2) continue;
    best.sort(([, one], [, other]) => other - one);
    best.length = found;
    floor = best[found - 1]?.[1] ?? floor;
  }
  return best.sort(([, one], [, other]) => other - one).slice(0, found);
}
