import { finished } from 'node:stream';
import { type ExportFormat, Fault, identifier, redeemCode, say, text } from '@gantry/core';
import type { Services } from '../context.ts';
import type { CallHandler, CallRequest } from '../http/call.ts';
import { exportBody } from '../resources/bulk-bodies.ts';
import { fileStream } from '../resources/files/send-file.ts';
import { readBody } from '../resources/read-body.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { byId, pagesByKey } from '../store/query/pages-by-key.ts';
import { openBatchKey, openCode } from './batch-key.ts';
import { type CodeLook, grouped, lookOf } from './code-words.ts';

/** Codes opened at once: what an export keeps in memory. */
const pageRows = 1000;

const words = {
  batch: { zh: '一次导出一个批次，请指定批次', en: 'Export one batch at a time; name the batch' },
  whole: {
    zh: '完整的码只给一次，所以批次整批导出，不能再筛选',
    en: 'Whole codes are given once, so a batch is exported whole; nothing may narrow it',
  },
  again: { zh: '该批次已导出过，完整的码只给一次', en: 'This batch has been exported; whole codes are given once' },
} as const;

/** What is asked for. A batch leaves whole and once, so that nothing may narrow it. */
function askedOf({ body: given, caller }: CallRequest): { readonly batchId: number; readonly format: ExportFormat } {
  const { filters = {}, keyword, ids, format = 'csv' } = readBody(exportBody, given, {}, caller);
  const { batchId, ...narrowing } = filters;
  const [id, ...others] = Array.isArray(batchId) ? batchId : [];
  if (others.length > 0 || !Number.isSafeInteger(id) || id < 1) {
    throw new Fault('invalid', { errors: { batchId: [say(words.batch, caller.locale)] } });
  }
  const refused = [...Object.keys(narrowing), ...(keyword ? ['keyword'] : []), ...(ids ? ['ids'] : [])];
  if (refused.length > 0) {
    const whole = [say(words.whole, caller.locale)];
    throw new Fault('invalid', { errors: Object.fromEntries(refused.map((name) => [name, whole])) });
  }
  return { batchId: id, format };
}

interface OpenBatch {
  readonly id: number;
  readonly key: Buffer;
  readonly look: CodeLook;
}

/** Marks the batch as exported, once, with its audit row in the same transaction. Gives its key: one that cannot be opened marks nothing. */
async function takeOnce(services: Services, keyring: Keyring, call: CallRequest, batchId: number): Promise<OpenBatch> {
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
    return { id: batchId, key: openBatchKey(keyring, batchId, String(taken.code_key)), look: lookOf(taken) };
  });
}

/** `2026-12-31T15:59:59Z`: nobody imports a CSV of codes, and whom it is handed to reads it. */
const instant = (at: number) => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');

const { status, expiresAt } = redeemCode.fields;
const fields = {
  id: identifier({ zh: '编号', en: 'ID' }),
  code: text({ zh: '兑换码', en: 'Code' }),
  status,
  expiresAt,
};

async function* pagesOf(services: Services, { id: batchId, key, look }: OpenBatch, format: ExportFormat) {
  const all = services.database.read
    .selectFrom('redeem_codes')
    .select(['id', 'code_enc', 'status', 'expires_at'])
    .where('batch_id', '=', batchId)
    .orderBy('id')
    .limit(pageRows);
  const end = (at: unknown) => (at === null ? null : format === 'csv' ? instant(Number(at)) : Number(at));
  for await (const rows of pagesByKey(pageRows, (after) => all.where('id', '>', after).execute(), byId)) {
    yield rows.map(({ id, code_enc, status, expires_at }) => ({
      id: Number(id),
      code: grouped(openCode(key, batchId, String(code_enc)), look),
      status: String(status),
      expiresAt: end(expires_at),
    }));
  }
}

/** A batch whose file was cut off before its end was not given: it may be exported again. The log keeps that it was cut. */
async function giveBack({ database, audit }: Services, call: CallRequest, batchId: number): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.updateTable('redeem_batches').set({ exported_at: null }).where('id', '=', batchId).execute();
    await audit.append(tx, call.caller, { resource: 'redeemBatch', resourceId: batchId, action: 'exportCut' });
  });
}

/** Streams the whole codes of one batch, this once; the definition asks for a step-up. */
export function exportCodes(services: Services, keyring: Keyring, timeZone: () => Promise<string>): CallHandler {
  return async (call) => {
    const { batchId, format } = askedOf(call);
    const zone = await timeZone();
    const batch = await takeOnce(services, keyring, call, batchId);
    const { locale } = call.caller;
    const shape = {
      title: say(redeemCode.label, locale),
      names: Object.keys(fields),
      fields,
      sums: null,
      locale,
      timeZone: zone,
    };
    const file = { ...shape, pages: pagesOf(services, batch, format) };
    const bytes = fileStream(call.reply, `redeem-codes-${batchId}`, format, file);
    finished(bytes, (cut) => {
      if (!cut) return;
      const told = () =>
        services.log.error({ batch: batchId }, 'a batch whose export was cut off stays marked as exported');
      giveBack(services, call, batchId).catch(told);
    });
    return call.reply.send(bytes);
  };
}
