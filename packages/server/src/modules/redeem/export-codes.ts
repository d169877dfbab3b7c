import { finished } from 'node:stream';
import { ApiError, type ExportFormat, identifier, localize, redeemCode, text } from '@gantry/core';
import type { Services } from '../../platform/context/context.ts';
import { createFileStream } from '../../platform/engine/export/record-file.ts';
import { exportBody, readBody } from '../../platform/engine/read-body.ts';
import type { CallHandler, CallRequest } from '../../platform/http/call.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { byId, readPagesByKey } from '../../platform/store/query/pages-by-key.ts';
import { type CodeLook, formatCode, getCodeLook } from './code-text.ts';
import { openBatchKey, openCode } from './generate-codes.ts';

/** Codes decrypted at a time, which limits the memory of an export. */
const pageRows = 1000;

const words = {
  batch: { zh: '一次导出一个批次，请指定批次', en: 'Export one batch at a time. Specify the batch.' },
  full: {
    zh: '完整的兑换码只能导出一次，因此须整批导出，不能筛选',
    en: 'Full codes can be exported only once, so export the entire batch. Remove filters and column selections.',
  },
  again: {
    zh: '该批次已导出过，完整的兑换码只能导出一次',
    en: 'This batch was already exported. Full codes can be exported only once.',
  },
} as const;

/** Parses the request. A batch is exported completely and once, so filters are rejected. */
function parseExportRequest({ body: given, caller }: CallRequest): {
  readonly batchId: number;
  readonly format: ExportFormat;
} {
  const { filters = {}, keyword, ids, format = 'csv' } = readBody(exportBody, given, {}, caller);
  const { batchId, ...narrowing } = filters;
  const [id, ...others] = Array.isArray(batchId) ? batchId : [];
  if (others.length > 0 || !Number.isSafeInteger(id) || id < 1) {
    throw new ApiError('invalid', { errors: { batchId: [localize(words.batch, caller.locale)] } });
  }
  const rejected = [...Object.keys(narrowing), ...(keyword ? ['keyword'] : []), ...(ids ? ['ids'] : [])];
  if (rejected.length > 0) {
    const full = [localize(words.full, caller.locale)];
    throw new ApiError('invalid', { errors: Object.fromEntries(rejected.map((name) => [name, full])) });
  }
  return { batchId: id, format };
}

interface OpenBatch {
  readonly id: number;
  readonly key: Buffer;
  readonly look: CodeLook;
}

/**
 * Marks the batch as exported once, with its audit entry in the same transaction. Returns its key; a key that cannot be decrypted
 * marks nothing.
 */
async function markExported(
  services: Services,
  keyring: Keyring,
  call: CallRequest,
  batchId: number,
): Promise<OpenBatch> {
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
      if (!known) throw new ApiError('notFound');
      throw new ApiError('stateConflict', {
        message: localize(words.again, call.caller.locale),
        data: { state: 'exported' },
      });
    }
    await audit.append(tx, call.caller, {
      resource: 'redeemBatch',
      resourceId: batchId,
      action: 'exportCodes',
      count: Number(taken.count),
    });
    return { id: batchId, key: openBatchKey(keyring, batchId, String(taken.code_key)), look: getCodeLook(taken) };
  });
}

/** Formats a time as `2026-12-31T15:59:59Z`: the CSV is read by its recipient, not imported. */
const formatTime = (at: number) => new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');

const { status, expiresAt } = redeemCode.fields;
const fields = {
  id: identifier({ zh: '编号', en: 'ID' }),
  code: text({ zh: '兑换码', en: 'Code' }),
  status,
  expiresAt,
};

async function* getPages(services: Services, { id: batchId, key, look }: OpenBatch, format: ExportFormat) {
  const all = services.database.read
    .selectFrom('redeem_codes')
    .select(['id', 'code_enc', 'status', 'expires_at'])
    .where('batch_id', '=', batchId)
    .orderBy('id')
    .limit(pageRows);
  const end = (at: unknown) => (at === null ? null : format === 'csv' ? formatTime(Number(at)) : Number(at));
  for await (const rows of readPagesByKey(pageRows, (after) => all.where('id', '>', after).execute(), byId)) {
    yield rows.map(({ id, code_enc, status, expires_at }) => ({
      id: id,
      code: formatCode(openCode(key, batchId, code_enc), look),
      status: status,
      expiresAt: end(expires_at),
    }));
  }
}

/** A batch whose file was cut off before its end may be exported again. The audit log records the cut. */
async function unmarkExported({ database, audit }: Services, call: CallRequest, batchId: number): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.updateTable('redeem_batches').set({ exported_at: null }).where('id', '=', batchId).execute();
    await audit.append(tx, call.caller, { resource: 'redeemBatch', resourceId: batchId, action: 'exportCut' });
  });
}

/** Streams the full codes of one batch, once; the definition requires identity confirmation. */
export function exportCodes(services: Services, keyring: Keyring, timeZone: () => Promise<string>): CallHandler {
  return async (call) => {
    const { batchId, format } = parseExportRequest(call);
    const zone = await timeZone();
    const batch = await markExported(services, keyring, call, batchId);
    const { locale } = call.caller;
    const shape = {
      title: localize(redeemCode.label, locale),
      names: Object.keys(fields),
      fields,
      sums: null,
      locale,
      timeZone: zone,
    };
    const file = { ...shape, pages: getPages(services, batch, format) };
    const bytes = createFileStream(call.reply, `redeem-codes-${batchId}`, format, file);
    finished(bytes, (cut) => {
      if (!cut) return;
      const reported = () =>
        services.log.error({ batch: batchId }, 'a batch whose export was cut off stays marked as exported');
      unmarkExported(services, call, batchId).catch(reported);
    });
    return call.reply.send(bytes);
  };
}
