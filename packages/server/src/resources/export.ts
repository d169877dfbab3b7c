import { setImmediate as breath } from 'node:timers/promises';
import { allFields, type ExportFormat, Fault, kebab, say, snake } from '@gantry/core';
import type { Caller } from '../context.ts';
import type { CallHandler } from '../http/call.ts';
import { recordReader } from '../store/columns.ts';
import { countAll, type ListSource, openList, readPage } from '../store/query/list-rows.ts';
import { type Place, placeOf } from '../store/query/order.ts';
import { type ExportBody, exportBody } from './bulk-bodies.ts';
import type { Engine, Plan } from './engine.ts';
import type { FileRecord } from './files/record-file.ts';
import { fileStream } from './files/send-file.ts';
import { mostSheetRows, tooManyRows } from './files/sheet-form.ts';
import { newSums, type Sums } from './files/sums.ts';
import { readAsked } from './list.ts';
import { visibleFields } from './present.ts';
import { readBody } from './read-body.ts';

/** Records read and written at once: what an export keeps in memory, and how long others wait for it. */
const pageRows = 500;

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

const pick = (records: readonly FileRecord[], names: readonly string[]) =>
  records.map((record) => Object.fromEntries(names.map((name) => [name, record[name]])));

/**
 * The records of an export, a page at a time. A reader that is slow is waited for, and one that is quick does not keep others
 * waiting: a database that answers at once would never let them in between.
 */
async function* pagesOf(engine: Engine, plan: Plan, source: ListSource, names: readonly string[], sums: Sums | null) {
  const shown = engine.shows?.[plan.resource.name];
  const toRecord = recordReader(plan.resource, shown ? [...new Set(['id', ...names])] : names);
  const columns = [...new Set([...names.map(snake), 'id', source.order.column])];
  let after: Place | null = null;
  for (;;) {
    const rows = await readPage(source, { columns, after, offset: 0, limit: pageRows });
    const kept = rows.map(toRecord);
    const records = shown ? pick(await shown(engine.services.database.read, kept), names) : kept;
    sums?.add(records);
    if (rows.length > 0) yield records;
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) break;
    after = placeOf(source.order, last);
    await breath();
  }
}

/** A sheet has an end: what is more is refused before the first byte. */
export async function checkSheet(format: ExportFormat, source: ListSource, caller: Caller): Promise<void> {
  if (format !== 'xlsx' || (await countAll(source)) <= mostSheetRows) return;
  throw new Fault('invalid', { errors: { format: [say(tooManyRows, caller.locale)] } });
}

/** Streams all records of a list; that somebody took them is logged before the first byte. */
export function exportHandler(engine: Engine, plan: Plan): CallHandler {
  const { resource } = plan;
  return async ({ body: given, caller, reply }) => {
    const body = readBody(exportBody, given, plan.labels, caller);
    const format = body.format ?? 'csv';
    const names = columnsOf(plan, body, caller);
    const source = await openExport(engine, plan, body, caller);
    await checkSheet(format, source, caller);
    const after = { format, columns: names, filters: body.filters ?? {}, keyword: body.keyword ?? '' };
    await engine.services.audit.note(caller, { resource: resource.name, resourceId: null, action: 'export', after });
    const sums = body.totals ? newSums((resource.list.totals ?? []).filter((name) => names.includes(name))) : null;
    const pages = pagesOf(engine, plan, source, names, sums);
    const shape = { title: say(resource.label, caller.locale), names, fields: allFields(resource), pages, sums };
    const file = { ...shape, locale: caller.locale, timeZone: (await engine.timeZone?.()) ?? 'UTC' };
    return reply.send(fileStream(reply, kebab(resource.name), format, file));
  };
}
