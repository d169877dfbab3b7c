import { ApiError } from '@gantry/core';
import type { Row } from '../../platform/store/database.ts';
import type { TxContext } from '../ledger/posting.ts';

/** Holds a person against everybody else who would move what is theirs, until the transaction ends. Gives their row. */
export async function lockPerson({ tx, dialect }: TxContext, userId: number): Promise<Row> {
  const query = tx.selectFrom('users').selectAll().where('id', '=', userId);
  const row = await (dialect.kind === 'postgres' ? query.forNoKeyUpdate() : query).executeTakeFirst();
  if (!row) throw new ApiError('notFound', { data: { userId } });
  return row;
}
