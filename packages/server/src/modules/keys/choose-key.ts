import type { Reader, Row } from '../../platform/store/database.ts';
import { parseWords } from './key-row.ts';

/** Which keys will do. */
export interface KeyQuery {
  readonly keyGroup: string | null;
  readonly provider: string | null;
  /** The platform's id of a model; a key that lists models and not this one is left out. */
  readonly model: string | null;
  /** Ids of keys that were tried already. */
  readonly exclude: readonly number[];
}

/** A number from 0 to below 1. */
export type Draw = () => number;

/** Keys looked at for one lease. */
const most = 500;

function selectCandidates(read: Reader, { keyGroup, provider, exclude }: KeyQuery) {
  let query = read.selectFrom('api_keys');
  if (keyGroup !== null) query = query.where('key_group', '=', keyGroup);
  if (provider !== null) query = query.where('provider', '=', provider);
  if (exclude.length > 0) query = query.where('id', 'not in', [...exclude]);
  return query;
}

/** Active keys that have room and time left, the best first: by priority, and among equals as their weights draw them. */
export async function listCandidates(read: Reader, options: KeyQuery, at: number, draw: Draw): Promise<Row[]> {
  const rows = await selectCandidates(read, options)
    .select(['id', 'priority', 'weight', 'models'])
    .where('status', '=', 'active')
    .whereRef('in_flight', '<', 'max_concurrency')
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', at)]))
    .orderBy('priority')
    .orderBy('id')
    .limit(most)
    .execute();
  const { model } = options;
  const fit = rows.filter(({ models }) => {
    const listed = parseWords(models);
    return model === null || listed.length === 0 || listed.includes(model);
  });
  return drawKeys(fit, draw);
}

/** A weighted shuffle within each priority: the first of equals is the one of weight w in w out of all their weights. */
export function drawKeys(rows: readonly Row[], draw: Draw): Row[] {
  const lots = rows.map((row) => ({ row, lot: -Math.log(1 - draw()) / Math.max(1, Number(row.weight)) }));
  lots.sort((one, other) => Number(one.row.priority) - Number(other.row.priority) || one.lot - other.lot);
  return lots.map(({ row }) => row);
}

/** How many keys of the wish stand where, for whoever got none. */
export async function explainNoKey(read: Reader, options: KeyQuery): Promise<Record<string, number>> {
  const rows = await selectCandidates(read, options)
    .select(({ fn }) => ['status', fn.countAll().as('keys')])
    .groupBy('status')
    .execute();
  return Object.fromEntries(rows.map(({ status, keys }) => [String(status), Number(keys)]));
}
