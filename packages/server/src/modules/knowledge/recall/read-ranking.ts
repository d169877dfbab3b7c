import { getPath, parseJson } from '../../../platform/outbound/index.ts';
import { ModelError } from './model-error.ts';

/** Cohere and Jina say `results`, Voyage says `data`, TEI answers the list itself. */
function listIn(answer: unknown): readonly unknown[] {
  for (const list of [answer, getPath(answer, 'results'), getPath(answer, 'data')])
    if (Array.isArray(list)) return list;
  throw new ModelError('answer', false);
}

const scoreIn = (item: unknown): unknown => getPath(item, 'relevance_score') ?? getPath(item, 'score');

/**
 * How near each text is to the question, by its place, from 0 to 1. Some models give any number at all: then all of an answer go
 * through the logistic function, which keeps their order. Places that an answer leaves out are missing; one that is told twice,
 * or is none, is refused with the whole.
 */
export function readRanking(body: Buffer, count: number): Map<number, number> {
  const scores = new Map<number, number>();
  for (const item of listIn(parseJson(body))) {
    const [index, score] = [getPath(item, 'index'), scoreIn(item)];
    const isPlace = typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < count;
    if (!isPlace || scores.has(index) || typeof score !== 'number' || !Number.isFinite(score))
      throw new ModelError('answer', false);
    scores.set(index, score);
  }
  if (scores.size === 0 && count > 0) throw new ModelError('answer', false);
  const isShare = [...scores.values()].every((score) => score >= 0 && score <= 1);
  return isShare ? scores : new Map([...scores].map(([at, score]) => [at, 1 / (1 + Math.exp(-score))]));
}
