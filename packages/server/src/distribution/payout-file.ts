import { Readable } from 'node:stream';
import { allFields, say, snake, withdrawal } from '@gantry/core';
import type { Caller, Services } from '../context.ts';
import type { CallHandler } from '../http/call.ts';
import { exportBody } from '../resources/bulk-bodies.ts';
import { byteOrderMark, csvCell, csvLine } from '../resources/csv.ts';
import { planOf } from '../resources/engine.ts';
import { readAsked } from '../resources/list.ts';
import { presentRows } from '../resources/present.ts';
import { readBody } from '../resources/read-body.ts';
import type { Keyring } from '../secrets/keyring.ts';
import { type ListSource, openList, readPage } from '../store/query/list-rows.ts';
import { type Place, placeOf } from '../store/query/order.ts';
import { openAccount } from './payout-account.ts';

/** Withdrawals opened at once: what an export keeps in memory. */
const pageRows = 500;

/** What a bank or a payment service asks for of each transfer, with the whole account. */
const shownFields = ['no', 'distributorId', 'agentId', 'channel', 'bankName', 'amount', 'fee', 'payout', 'status'];
const sealedFields = ['account', 'realName'] as const;
const columns = [...shownFields, ...sealedFields];

/**
 * Streams the withdrawals of a list with their whole accounts, to be paid. The definition asks for a step-up, and that somebody took
 * them is logged before the first byte. Whatever columns were chosen, a payout file has them all.
 */
export function payoutFile(services: Services, keyring: Keyring): CallHandler {
  const plan = planOf(withdrawal);
  return async ({ body: given, caller, reply }) => {
    const body = readBody(exportBody, given, plan.labels, caller);
    const asked = readAsked(plan, { filters: body.filters, keyword: body.keyword }, caller);
    const source = await openList(services.database, withdrawal, asked, body.ids ? [...new Set(body.ids)] : null);
    const format = body.format ?? 'csv';
    const after = { format, filters: body.filters ?? {}, keyword: body.keyword ?? '' };
    await services.audit.note(caller, { resource: withdrawal.name, resourceId: null, action: 'export', after });
    const type = format === 'csv' ? 'text/csv' : 'application/x-ndjson';
    void reply.header('content-disposition', `attachment; filename="payout.${format}"`);
    void reply.header('cache-control', 'no-store').type(`${type}; charset=utf-8`);
    return reply.send(Readable.from(textOf({ services, keyring, caller }, source, format)));
  };
}

interface Opened {
  readonly services: Services;
  readonly keyring: Keyring;
  readonly caller: Caller;
}

async function* textOf(opened: Opened, source: ListSource, format: 'csv' | 'ndjson'): AsyncGenerator<string> {
  if (format === 'csv') yield byteOrderMark + csvLine(columns);
  const wanted = [...new Set([...columns.map(snake), 'id', source.order.column])];
  for (let after: Place | null = null; ; ) {
    const rows = await readPage(source, { columns: wanted, after, offset: 0, limit: pageRows });
    const records = await recordsOf(opened, rows);
    if (records.length > 0) yield records.map((record) => written(record, format)).join('');
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    after = placeOf(source.order, last);
  }
}

/** Payees and choices in words, the account whole. */
async function recordsOf({ services, keyring, caller }: Opened, rows: Parameters<typeof presentRows>[4]) {
  const { read } = services.database;
  const records = await presentRows(services, read, withdrawal, shownFields, rows, caller);
  const { channel, status } = withdrawal.fields;
  const worded = (options: Readonly<Record<string, { zh: string; en: string }>>, value: unknown) => {
    const option = options[String(value)];
    return option ? say(option, caller.locale) : value;
  };
  return records.map((record, at) => ({
    ...record,
    distributorId: record.distributorIdLabel,
    agentId: record.agentIdLabel,
    channel: worded(channel.options, record.channel),
    status: worded(status.options, record.status),
    ...openAccount(keyring, rows[at] ?? {}),
  }));
}

function written(record: Readonly<Record<string, unknown>>, format: 'csv' | 'ndjson'): string {
  if (format === 'ndjson')
    return `${JSON.stringify(Object.fromEntries(columns.map((name) => [name, record[name] ?? null])))}\n`;
  const fields = allFields(withdrawal);
  return csvLine(columns.map((name) => csvCell(record[name], fields[name])));
}
