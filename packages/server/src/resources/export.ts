import { Readable } from 'node:stream';
import { allFields, Fault, kebab, snake } from '@gantry/core';
import type { Caller } from '../context.ts';
import type { CallHandler } from '../http/call.ts';
import { recordReader } from '../store/columns.ts';
import { type ListSource, openList, readPage } from '../store/query/list-rows.ts';
import { type Place, placeOf } from '../store/query/order.ts';
import { type ExportBody, exportBody } from './bulk-bodies.ts';
import { byteOrderMark, csvCell, csvLine } from './csv.ts';
import type { Engine, Plan } from './engine.ts';
import { readAsked } from './list.ts';
import { visibleFields } from './present.ts';
import { readBody } from './read-body.ts';

/** Records read at once: what an export keeps in memory. */
const pageRows = 1000;

/** Personal data is left out unless somebody who may read it names its column. */
function columnsOf(plan: Plan, body: ExportBody, caller: Caller): string[] {
  const visible = visibleFields(plan.resource, caller.actor.role, 'detail');
  if (!body.columns) return visible.filter((name) => !plan.resource.fields[name]?.personal);
  const unknown = body.columns.find((name) => !visible.includes(name));
  if (unknown === undefined) return [...new Set(body.columns)];
  const words = caller.t('validation.unknown', { field: unknown.slice(0, 40) });
  throw new Fault('invalid', { errors: { columns: [words] } });
}

async function openExport(engine: Engine, plan: Plan, body: ExportBody, caller: Caller): Promise<ListSource> {
  const asked = readAsked(plan, { filters: body.filters, keyword: body.keyword }, caller);
  const ids = body.ids ? [...new Set(body.ids)] : null;
  return openList(engine.services.database, plan.resource, asked, ids);
}

type Writer = (record: Record<string, unknown>) => string;

function writerOf(plan: Plan, names: readonly string[], format: 'csv' | 'ndjson'): Writer {
  if (format === 'ndjson') return (record) => `${JSON.stringify(record)}\n`;
  const fields = allFields(plan.resource);
  return (record) => csvLine(names.map((name) => csvCell(record[name], fields[name])));
}

/** The text of an export, a page of records at a time; a reader that is slow is waited for. */
async function* textOf(plan: Plan, source: ListSource, names: readonly string[], format: 'csv' | 'ndjson') {
  const toRecord = recordReader(plan.resource, names);
  const write = writerOf(plan, names, format);
  const columns = [...new Set([...names.map(snake), 'id', source.order.column])];
  if (format === 'csv') yield byteOrderMark + csvLine(names);
  let after: Place | null = null;
  for (;;) {
    const rows = await readPage(source, { columns, after, offset: 0, limit: pageRows });
    if (rows.length > 0) yield rows.map((row) => write(toRecord(row))).join('');
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) return;
    after = placeOf(source.order, last);
  }
}

const contentTypes = { csv: 'text/csv; charset=utf-8', ndjson: 'application/x-ndjson; charset=utf-8' } as const;

/** Streams all records of a list; that somebody took them is logged before the first byte. */
export function exportHandler(engine: Engine, plan: Plan): CallHandler {
  const { resource } = plan;
  return async ({ body: given, caller, reply }) => {
    const body = readBody(exportBody, given, plan.labels, caller);
    const format = body.format ?? 'csv';
    const names = columnsOf(plan, body, caller);
    const source = await openExport(engine, plan, body, caller);
    const after = { format, columns: names, filters: body.filters ?? {}, keyword: body.keyword ?? '' };
    await engine.services.audit.note(caller, { resource: resource.name, resourceId: null, action: 'export', after });
    const name = `${kebab(resource.name)}.${format}`;
    void reply.header('content-disposition', `attachment; filename="${name}"`).header('cache-control', 'no-store');
    void reply.type(contentTypes[format]);
    return reply.send(Readable.from(textOf(plan, source, names, format)));
  };
}
