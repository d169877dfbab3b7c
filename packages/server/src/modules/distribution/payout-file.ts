import { allFields, type Fields, localize, snake, withdrawal } from '@gantry/core';
import type { Caller, Services } from '../../platform/context/context.ts';
import { createPlan } from '../../platform/engine/engine.ts';
import { checkSheet } from '../../platform/engine/export/export.ts';
import { createFileStream } from '../../platform/engine/export/record-file.ts';
import { readRequest } from '../../platform/engine/list.ts';
import { presentRows } from '../../platform/engine/present.ts';
import { exportBody, readBody } from '../../platform/engine/read-body.ts';
import type { CallHandler } from '../../platform/http/call.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';
import { type ListSource, openList, readPage } from '../../platform/store/query/list-rows.ts';
import { getOrderPosition, type Position } from '../../platform/store/query/order.ts';
import { openAccount, type SealedAccount } from './payee.ts';

/** Number of withdrawals decrypted at a time, which limits the memory of an export. */
const pageRows = 500;

/** The fields that a bank or payment service requires for each transfer, with the full account. */
const shownFields = [
  'no',
  'distributorId',
  'agentId',
  'channel',
  'bankName',
  'currency',
  'amount',
  'fee',
  'payout',
  'status',
];
const sealedFields = ['account', 'realName'] as const;
const columns = [...shownFields, ...sealedFields];
const known: Fields = allFields(withdrawal);
const fields = Object.fromEntries(columns.flatMap((name) => (known[name] ? [[name, known[name]] as const] : [])));

/**
 * Streams the withdrawals of a list with their full accounts, to be paid. The definition requires a step-up, and the access is
 * logged before the first byte. A payout file always has all columns, whichever were selected.
 */
export function createPayoutFileHandler(services: Services, keyring: Keyring): CallHandler {
  const plan = createPlan(withdrawal);
  return async ({ body: given, caller, reply }) => {
    const body = readBody(exportBody, given, plan.labels, caller);
    const requested = readRequest(plan, { filters: body.filters, keyword: body.keyword }, caller);
    const source = await openList(services.database, withdrawal, requested, body.ids ? [...new Set(body.ids)] : null);
    const format = body.format ?? 'csv';
    await checkSheet(format, source, caller);
    const after = { format, filters: body.filters ?? {}, keyword: body.keyword ?? '' };
    await services.audit.note(caller, { resource: withdrawal.name, resourceId: null, action: 'export', after });
    const { locale } = caller;
    const shape = { title: localize(withdrawal.label, locale), names: columns, fields, sums: null };
    const pages = getPages({ services, keyring, caller }, source);
    return reply.send(createFileStream(reply, 'payout', format, { ...shape, pages, locale, timeZone: 'UTC' }));
  };
}

interface Opened {
  readonly services: Services;
  readonly keyring: Keyring;
  readonly caller: Caller;
}

async function* getPages(opened: Opened, source: ListSource) {
  const wanted = [...new Set([...columns.map(snake), 'id', source.order.column])];
  for (let after: Position | null = null; ; ) {
    const rows = await readPage(source, { columns: wanted, after, offset: 0, limit: pageRows });
    const records = await getRecords(opened, rows);
    if (records.length > 0) yield records;
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    after = getOrderPosition(source.order, last);
  }
}

/** Records with labels for payees and choices, and the full account. */
async function getRecords({ services, keyring, caller }: Opened, rows: Parameters<typeof presentRows>[4]) {
  const { read } = services.database;
  const records = await presentRows(services, read, withdrawal, shownFields, rows, caller);
  const { channel, status } = withdrawal.fields;
  const getOptionLabel = (options: Readonly<Record<string, { zh: string; en: string }>>, value: unknown) => {
    const option = options[String(value)];
    return option ? localize(option, caller.locale) : value;
  };
  return records.map((record, at) => {
    const full: Readonly<Record<string, unknown>> = {
      ...record,
      distributorId: record.distributorIdLabel,
      agentId: record.agentIdLabel,
      channel: getOptionLabel(channel.options, record.channel),
      status: getOptionLabel(status.options, record.status),
      ...openAccount(keyring, rows[at] as SealedAccount),
    };
    return Object.fromEntries(columns.map((name) => [name, full[name] ?? null]));
  });
}
