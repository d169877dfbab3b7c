/** Texts that were not ranked. Says why, and nothing of the key, the address or the answer. */
export class RerankError extends Error {
  override readonly name = 'RerankError';
  /** `noModel`, `noKey`, `answer`, or the code of the upstream. */
  readonly reason: string;
  readonly mayRetry: boolean;

  constructor(reason: string, mayRetry: boolean) {
    super(`rerank: ${reason}`);
    this.reason = reason;
    this.mayRetry = mayRetry;
  }
}

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new RerankError('answer', false);
  }
}

/** Cohere and Jina say `results`, Voyage says `data`, TEI answers the list itself. */
function listIn(answer: unknown): readonly unknown[] {
  for (const list of [answer, property(answer, 'results'), property(answer, 'data')])
    if (Array.isArray(list)) return list;
  throw new RerankError('answer', false);
}

const scoreIn = (item: unknown): unknown => property(item, 'relevance_score') ?? property(item, 'score');

/**
 * How near each text is to the question, by its place, from 0 to 1. Some models give any number at all: then all of an answer go
 * through the logistic function, which keeps their order. Places that an answer leaves out are missing; one that is told twice,
 * or is none, is refused with the whole.
 */
export function readRanking(body: Buffer, count: number): Map<number, number> {
  const scores = new Map<number, number>();
  for (const item of listIn(parsed(body))) {
    const [index, score] = [property(item, 'index'), scoreIn(item)];
    const isPlace = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < count;
    if (!isPlace || scores.has(index) || typeof score !== 'number' || !Number.isFinite(score))
      throw new RerankError('answer', false);
    scores.set(index, score);
  }
  if (scores.size === 0 && count > 0) throw new RerankError('answer', false);
  const isShare = [...scores.values()].every((score) => score >= 0 && score <= 1);
  return isShare ? scores : new Map([...scores].map(([at, score]) => [at, 1 / (1 + Math.exp(-score))]));
}
