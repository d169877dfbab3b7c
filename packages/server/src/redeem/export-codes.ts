import { Readable } from 'node:stream';
import { Fault, say } from '@gantry/core';
import type { Services } from '../context.ts';
import type { CallHandler, CallRequest } from '../http/call.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { Row } from '../store/database.ts';
import { openBatchKey, openCode } from './batch-key.ts';
import { grouped } from './code-words.ts';

/** Codes opened at once: what an export keeps in memory. */
const pageRows = 1000;

const words = {
  batch: { zh: '一次导出一个批次，请指定批次', en: 'Export one batch at a time; name the batch' },
  again: { zh: '该批次已导出过，完整的码只给一次', en: 'This batch has been exported; whole codes are given once' },
} as const;

function batchIdOf({ body, caller }: CallRequest): number {
  const filters = typeof body === 'object' && body !== null && 'filters' in body ? body.filters : null;
  const given = typeof filters === 'object' && filters !== null && 'batchId' in filters ? filters.batchId : null;
  const [id, ...others] = Array.isArray(given) ? given : [];
  if (others.length > 0 || !Number.isSafeInteger(id) || id < 1) {
    throw new Fault('invalid', { errors: { batchId: [say(words.batch, caller.locale)] } });
  }
  return id;
}

/** Marks the batch as exported, once, with its audit row in the same transaction. */
async function takeOnce(services: Services, call: CallRequest, batchId: number): Promise<Row> {
  const { database, audit, clock } = services;
  return database.transaction(async (tx) => {
    const taken = await tx
      .updateTable('redeem_batches')
      .set({ exported_at: clock() })
      .where('id', '=', batchId)
      .where('exported_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!taken) {
      const known = await tx.selectFrom('redeem_batches').select('id').where('id', '=', batchId).executeTakeFirst();
      if (!known) throw new Fault('notFound');
      throw new Fault('stateConflict', { message: say(words.again, call.caller.locale), data: { state: 'exported' } });
    }
    await audit.append(tx, call.caller, {
      resource: 'redeemBatch',
      resourceId: batchId,
      action: 'exportCodes',
      count: Number(taken.count),
    });
    return taken;
  });
}

async function* textOf(services: Services, key: Buffer, batchId: number): AsyncGenerator<string> {
  yield '\ufeffid,code,status,expiresAt\r\n';
  for (let after = 0; ; ) {
    const rows = await services.database.read
      .selectFrom('redeem_codes')
      .select(['id', 'code_enc', 'status', 'expires_at'])
      .where('batch_id', '=', batchId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageRows)
      .execute();
    if (rows.length === 0) return;
    yield rows
      .map(
        (row) =>
          `${row.id},${grouped(openCode(key, batchId, String(row.code_enc)))},${row.status},${row.expires_at ?? ''}\r\n`,
      )
      .join('');
    after = Number(rows.at(-1)?.id);
  }
}

/** Streams the whole codes of one batch, this once; the definition asks for a step-up. */
export function exportCodes(services: Services, keyring: Keyring): CallHandler {
  return async (call) => {
    const batchId = batchIdOf(call);
    const batch = await takeOnce(services, call, batchId);
    const key = openBatchKey(keyring, batchId, String(batch.code_key));
    void call.reply.header('content-disposition', `attachment; filename="redeem-codes-${batchId}.csv"`);
    void call.reply.header('cache-control', 'no-store').type('text/csv; charset=utf-8');
    return call.reply.send(Readable.from(textOf(services, key, batchId)));
  };
}
