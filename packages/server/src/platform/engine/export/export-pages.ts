import { setImmediate as breath } from 'node:timers/promises';
import { snake } from '@gantry/core';
import type { Caller } from '../../context/context.ts';
import { recordReader } from '../../store/columns.ts';
import { type ListSource, openList, readPage } from '../../store/query/list-rows.ts';
import { getOrderPosition, type Place } from '../../store/query/order.ts';
import type { ExportBody } from '../bulk-bodies.ts';
import type { Engine, Plan } from '../engine.ts';
import { readRequest } from '../list.ts';
import type { FileRecord } from './record-file.ts';
import type { Sums } from './sums.ts';

/** Records read and written at once: what an export keeps in memory, and how long others wait for it. */
const pageRows = 500;

/** What an export was asked for: the records of a filter, or some by their ids. */
export async function openExport(engine: Engine, plan: Plan, body: ExportBody, caller: Caller): Promise<ListSource> {
  const requested = readRequest(plan, { filters: body.filters, keyword: body.keyword }, caller);
  const ids = body.ids ? [...new Set(body.ids)] : null;
  return openList(engine.services.database, plan.resource, requested, ids);
}

const pick = (records: readonly FileRecord[], names: readonly string[]) =>
  records.map((record) => Object.fromEntries(names.map((name) => [name, record[name]])));

/**
 * The records of an export, a page at a time. A reader that is slow is waited for, and one that is quick does not keep others
 * waiting: a database that answers at once would never let them in between.
 */
export async function* streamPages(
  engine: Engine,
  plan: Plan,
  source: ListSource,
  names: readonly string[],
  caller: Caller,
  sums: Sums | null = null,
  atOnce = pageRows,
): AsyncGenerator<readonly FileRecord[]> {
  const shown = engine.shows?.[plan.resource.name];
  const toRecord = recordReader(plan.resource, shown ? [...new Set(['id', ...names])] : names);
  const columns = [...new Set([...names.map(snake), 'id', source.order.column])];
  let after: Place | null = null;
  for (;;) {
    const rows = await readPage(source, { columns, after, offset: 0, limit: atOnce });
    const stored = rows.map(toRecord);
    const records = shown ? pick(await shown(engine.services.database.read, stored, caller), names) : stored;
    sums?.add(records);
    if (rows.length > 0) yield records;
    const last = rows.at(-1);
    if (!last || rows.length < atOnce) break;
    after = getOrderPosition(source.order, last);
    await breath();
  }
}
