import { sql } from 'kysely';
import type { Row, Tx } from '../../platform/store/database.ts';

const minute = 60_000;
const limitOf = (cell: unknown) => (cell === null || cell === undefined ? null : Number(cell));

/**
 * How long a key rests before one more use of so many tokens is within what it may do in any 60 seconds, in ms; 0 when it is
 * within it now. The key's row is held by this transaction, so that of many who ask at once each sees those before.
 */
export async function getMinuteRest(tx: Tx, key: Row, tokens: number, at: number): Promise<number> {
  const [rpm, tpm] = [limitOf(key.rpm), limitOf(key.tpm)];
  if (rpm === null && tpm === null) return 0;
  const since = at - minute;
  const used = await tx
    .selectFrom('key_leases')
    .select([
      sql<number>`count(*)`.as('requests'),
      sql<number>`coalesce(sum(tokens), 0)`.as('tokens'),
      sql<number>`coalesce(min(created_at), ${since})`.as('first'),
    ])
    .where('key_id', '=', Number(key.id))
    .where('created_at', '>', since)
    .executeTakeFirstOrThrow();
  const isFull = rpm !== null && Number(used.requests) >= rpm;
  // A use that is larger than a whole minute's share goes alone: otherwise it never would.
  const isHeavy = tpm !== null && Number(used.tokens) > 0 && Number(used.tokens) + tokens > tpm;
  return isFull || isHeavy ? Math.max(1, Number(used.first) + minute - at) : 0;
}
