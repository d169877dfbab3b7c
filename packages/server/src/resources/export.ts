import { Readable } from 'node:stream';
import { setImmediate as breath } from 'node:timers/promises';
import { allFields, Fault, kebab, type Locale, say, snake } from '@gantry/core';
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

type Writer = (record: Record<string, unknown>) => string;

function writerOf(plan: Plan, names: readonly string[], format: 'csv' | 'ndjson'): Writer {
  if (format === 'ndjson') return (record) => `${JSON.stringify(record)}\n`;
  const fields = allFields(plan.resource);
  return (record) => csvLine(names.map((name) => csvCell(record[name], fields[name])));
}

interface Written {
  readonly names: readonly string[];
  readonly format: 'csv' | 'ndjson';
  /** Writes the sums of the columns that the definition adds up, after the last record. */
  readonly totals: boolean;
  readonly locale: Locale;
}

const pick = (records: readonly Record<string, unknown>[], names: readonly string[]) =>
  records.map((record) => Object.fromEntries(names.map((name) => [name, record[name]])));

/**
 * The text of an export, a page of records at a time. A reader that is slow is waited for, and one that is quick does not keep
 * others waiting: a database that answers at once would never let them in between.
 */
async function* textOf(engine: Engine, plan: Plan, source: ListSource, { names, format, totals, locale }: Written) {
  const shown = engine.shows?.[plan.resource.name];
  const toRecord = recordReader(plan.resource, shown ? [...new Set(['id', ...names])] : names);
  const write = writerOf(plan, names, format);
  const columns = [...new Set([...names.map(snake), 'id', source.order.column])];
  const sums = totals ? newSums(plan, names) : null;
  if (format === 'csv') yield byteOrderMark + csvLine(names);
  let after: Place | null = null;
  for (;;) {
    const rows = await readPage(source, { columns, after, offset: 0, limit: pageRows });
    const kept = rows.map(toRecord);
    const records = shown ? pick(await shown(engine.services.database.read, kept), names) : kept;
    for (const record of sums ? records : []) sums?.add(record);
    if (rows.length > 0) yield records.map(write).join('');
    const last = rows.at(-1);
    if (!last || rows.length < pageRows) break;
    after = placeOf(source.order, last);
    await breath();
  }
  if (sums) yield sums.line(format, locale);
}

const totalLabel = { zh: '合计', en: 'Total' } as const;

/** Adds columns up while their records are written, so that the sums are those of the very lines above them. */
function newSums({ resource }: Plan, names: readonly string[]) {
  const sums = new Map((resource.list.totals ?? []).filter((name) => names.includes(name)).map((name) => [name, 0]));
  return {
    add(record: Readonly<Record<string, unknown>>) {
      for (const [name, sum] of sums) sums.set(name, sum + Number(record[name] ?? 0));
    },
    line(format: 'csv' | 'ndjson', locale: Locale): string {
      if (format === 'ndjson') return `${JSON.stringify({ totals: Object.fromEntries(sums) })}\n`;
      const cells = names.map((name) => (sums.has(name) ? csvCell(sums.get(name), resource.fields[name]) : ''));
      const first = cells.indexOf('');
      return csvLine(cells.map((cell, at) => (at === first ? say(totalLabel, locale) : cell)));
    },
  };
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
    const written = { names, format, totals: body.totals === true, locale: caller.locale };
    return reply.send(Readable.from(textOf(engine, plan, source, written)));
  };
}
