import type { Row } from '../../../platform/store/database.ts';
import type { KeyDeps } from '../../keys/check-key.ts';
import { callModel } from './ask-model.ts';
import { ModelError } from './model-error.ts';
import { readRanking } from './read-ranking.ts';
import type { Found } from './recall-chunks.ts';

export interface Reranked {
  readonly found: readonly Found[];
  /** Why the order is that of the fusion still; null when the model has ranked. */
  readonly failed: string | null;
}

/** Characters of a chunk that are sent: more than such models read. */
const maxCharacters = 8_000;

function textOf({ row }: Found): string {
  const parts = [row.title, row.content, row.answer].filter((part) => typeof part === 'string' && part !== '');
  return parts.join('\n').slice(0, maxCharacters);
}

/** Those that were ranked come first by their new scores, the rest as they were; each keeps how it was found. */
function inRankedOrder(found: readonly Found[], scores: ReadonlyMap<number, number>): Found[] {
  const ranked = found.flatMap((hit, at) => {
    const score = scores.get(at);
    return score === undefined ? [] : [{ ...hit, score, rerankScore: score }];
  });
  // Sorting keeps the order of equals: that of the fusion.
  ranked.sort((one, other) => other.score - one.score);
  const lowest = ranked.at(-1)?.score ?? 1;
  const rest = found
    .filter((_hit, at) => !scores.has(at))
    .map((hit) => ({ ...hit, score: Math.min(hit.score, lowest) }));
  return [...ranked, ...rest].map((hit, at) => ({ ...hit, rank: at + 1 }));
}

async function ranking(deps: KeyDeps, model: Row | null, query: string, found: readonly Found[]) {
  if (model === null || model.status !== 'enabled') throw new ModelError('noModel', false);
  const documents = found.map(textOf);
  return callModel(deps, model, {
    path: '/rerank',
    body: (code) => ({ model: code, query, documents, top_n: documents.length }),
    read: (body) => readRanking(body, documents.length),
    longestMs: 15_000,
    maxBytes: 2 * 1024 * 1024,
  });
}

/** Lets a model put what was found into its order. When it does not answer, the order stays, and the answer says why. */
export async function rerankFound(
  deps: KeyDeps,
  model: Row | null,
  query: string,
  found: readonly Found[],
): Promise<Reranked> {
  if (found.length === 0) return { found, failed: null };
  try {
    return { found: inRankedOrder(found, await ranking(deps, model, query, found)), failed: null };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { found, failed: error.reason };
  }
}
