import {
  type AnyResource,
  ApiError,
  type CurrencySum,
  can,
  check,
  defaultPageSize,
  type Filters,
  formatRejection,
  getCurrencyField,
  type ListAnswer,
  type ListQuery,
  listPermittedFields,
  listQuerySchema,
  listSortableFields,
  listTitleColumns,
  parseSort,
  snake,
  totalCap,
} from '@gantry/core';
import type { Caller, Clock, Services } from '../context/context.ts';
import type { CallHandler } from '../http/call.ts';
import {
  countAll,
  countCapped,
  type ListRequest,
  type ListSource,
  openList,
  readDeepPage,
  readPage,
  sumAll,
  sumBy,
  type Total,
} from '../store/query/list-rows.ts';
import { getOrderPosition, isNumeric, type Position, readCursor, writeCursor } from '../store/query/order.ts';
import type { Engine, Plan } from './engine.ts';
import { presentRows } from './present.ts';
import { readBody } from './read-body.ts';

interface Totals {
  of(source: ListSource): Promise<Total>;
}

/** How long a capped total is cached, in ms. A list that is above the cap stays above it for longer than that. */
const cachedForMs = 5_000;
const maxCached = 500;

/** Caches the totals that reach the cap, since counting them is slow. */
function cacheTotals(clock: Clock, count: (source: ListSource) => Promise<Total>): Totals {
  const cache = new Map<string, { total: Total; until: number }>();
  return {
    async of(source) {
      const key = JSON.stringify([source.narrowed, source.match?.key ?? '']);
      const cached = cache.get(key);
      if (cached && cached.until > clock()) return cached.total;
      cache.delete(key);
      const total = await count(source);
      if (total.total < totalCap) return total;
      if (cache.size >= maxCached) cache.clear();
      cache.set(key, { total, until: clock() + cachedForMs });
      return total;
    },
  };
}

/** Maximum offset of a page by number, without and with an exact count. Records beyond it are reached by cursor. */
const maxOffset = totalCap;
const maxCountedOffset = 5_000_000;

function reject(caller: Caller, field: string, rejection: Parameters<typeof formatRejection>[0], max = ''): ApiError {
  return new ApiError('invalid', { errors: { [field]: [formatRejection(rejection, field, caller.t, { max })] } });
}

/** Rejects names that the caller may not filter, sort or select by, with the error of an unknown field. */
function assertNames(caller: Caller, names: readonly string[], allowed: readonly string[], where: string): void {
  const unknown = names.find((name) => !allowed.includes(name));
  if (unknown === undefined) return;
  const message = caller.t('validation.unknown', { field: unknown.slice(0, 40) });
  throw new ApiError('invalid', { errors: { [where]: [message] } });
}

/** Validates the selection of a list, a batch or an export. */
export function readRequest(
  plan: Plan,
  selection: { readonly filters?: unknown; readonly keyword?: string | undefined; readonly sort?: ListQuery['sort'] },
  caller: Caller,
): ListRequest {
  const { resource } = plan;
  const visible = listPermittedFields(resource, caller.actor.role, 'detail');
  const parsed = check<Filters>(plan.filters, selection.filters ?? {}, plan.labels, caller.locale, caller.t);
  if (!parsed.ok) {
    const errors = Object.entries(parsed.errors).map(([name, words]) => [`filters.${name}`, words] as const);
    throw new ApiError('invalid', { errors: Object.fromEntries(errors) });
  }
  assertNames(caller, Object.keys(parsed.value), visible, 'filters');
  const sort = selection.sort?.[0];
  if (sort) {
    const sortable = listSortableFields(resource).filter((name) => visible.includes(name));
    assertNames(caller, [sort.field], sortable, 'sort');
  }
  const searched = Object.entries(resource.fields).flatMap(([name, field]) => (field.search ? [name] : []));
  const readable = searched.filter((name) => visible.includes(name));
  const searchesAll = readable.length === searched.length;
  return {
    filters: parsed.value,
    keyword: selection.keyword ?? '',
    sort: isDefault(resource, sort) ? undefined : sort,
    searched: readable,
    searchesAll,
  };
}

function isDefault(resource: AnyResource, sort: { field: string; order: string } | undefined): boolean {
  const defaultSort = parseSort(resource.list.sort);
  return sort === undefined || (sort.field === defaultSort.field && sort.order === defaultSort.order);
}

interface Page {
  readonly after: Position | null;
  readonly offset: number;
  readonly size: number;
}

function parsePage(query: ListQuery, source: ListSource, resource: AnyResource, caller: Caller): Page {
  const size = query.pageSize ?? defaultPageSize;
  if (query.cursor) {
    const after = readCursor(query.cursor, source.order, isNumeric(resource, source.order));
    if (after === null) throw reject(caller, 'cursor', 'invalid');
    return { after, offset: 0, size };
  }
  const offset = ((query.page ?? 1) - 1) * size;
  const deepest = query.exact ? maxCountedOffset : maxOffset;
  if (offset > deepest) throw reject(caller, 'page', 'tooBig', String(Math.floor(deepest / size) + 1));
  return { after: null, offset, size };
}

/**
 * Validates the query of a caller who may not list these records, but may select one in a field that refers to them. Such a
 * caller sees only titles and ids, and searches only by title.
 */
function readLookUp(plan: Plan, query: ListQuery, caller: Caller): ListRequest {
  const { title } = plan.resource;
  const showsMore = query.columns?.some((name) => name !== title) ?? false;
  const isDetailRequested = query.sort !== undefined || query.exact === true || showsMore;
  const filtersMore = Object.keys(query.filters ?? {}).some((name) => name !== 'id');
  // Without a keyword, ids or columns this is a regular list, which this caller may not read.
  const isUnbounded = query.columns === undefined && !query.keyword && Object.keys(query.filters ?? {}).length === 0;
  if (isDetailRequested || filtersMore || isUnbounded) throw new ApiError('denied');
  const request = readRequest(plan, query, caller);
  return { ...request, searched: request.searched.filter((name) => name === title), searchesAll: false };
}

function selectColumns(query: ListQuery, plan: Plan, caller: Caller, isFull: boolean): string[] {
  const visible = listPermittedFields(plan.resource, caller.actor.role, 'list');
  if (query.columns === undefined)
    return isFull
      ? withCurrencies(visible, plan, caller)
      : ['id', ...listTitleColumns(plan.resource, caller.actor.role)];
  assertNames(caller, query.columns, visible, 'columns');
  const always = plan.versioned ? ['id', 'version'] : ['id'];
  return withCurrencies([...always, ...query.columns], plan, caller);
}

/** Adds the currency columns of amounts. */
export function withCurrencies(names: readonly string[], { resource }: Plan, caller: Caller): string[] {
  const readable = listPermittedFields(resource, caller.actor.role, 'detail');
  const currencies = names
    .flatMap((name) => getCurrencyField(resource, name) ?? [])
    .filter((name) => readable.includes(name));
  return [...new Set([...names, ...currencies])];
}

/** Reads a page. One record more than the page size is read, to know whether there is a next page. */
async function readAnswer(
  services: Services,
  totals: Totals,
  plan: Plan,
  source: ListSource,
  names: readonly string[],
  page: Page,
  caller: Caller,
): Promise<ListAnswer> {
  const columns = [...new Set([...names.map(snake), 'id', source.order.column])];
  const pageCut = { columns, offset: page.offset, limit: page.size + 1 };
  const farTotal = page.offset > maxOffset ? (await totals.of(source)).total : null;
  const reading =
    farTotal === null ? readPage(source, { ...pageCut, after: page.after }) : readDeepPage(source, pageCut, farTotal);
  const [rows, total] = await Promise.all([reading, totals.of(source)]);
  const summary = total.isCapped ? null : await readSummary(plan, source, caller);
  const pageRows = rows.slice(0, page.size);
  const last = rows.length > page.size ? pageRows.at(-1) : undefined;
  const items = await presentRows(services, services.database.read, plan.resource, names, pageRows, caller);
  return {
    items,
    total: total.total,
    totalIsCapped: total.isCapped,
    nextCursor: last ? writeCursor(source.order, getOrderPosition(source.order, last)) : null,
    summary,
  };
}

/** Returns the totals of the definition over all matching records; null when there are too many to count. */
async function readSummary({ resource }: Plan, source: ListSource, caller: Caller): Promise<ListAnswer['summary']> {
  const visible = listPermittedFields(resource, caller.actor.role, 'detail');
  const names = (resource.list.totals ?? []).filter((name) => visible.includes(name));
  if (names.length === 0) return null;
  const [inCurrency, withoutCurrency] = [
    names.filter((name) => getCurrencyField(resource, name) !== null),
    names.filter((name) => getCurrencyField(resource, name) === null),
  ];
  const sums = withoutCurrency.length > 0 ? await sumAll(source, withoutCurrency.map(snake)) : [];
  const summed = new Map<string, number | CurrencySum[]>(withoutCurrency.map((name, at) => [name, sums[at] ?? 0]));
  // Amounts of different currencies are not added up.
  for (const currencyField of new Set(inCurrency.map((name) => getCurrencyField(resource, name) ?? ''))) {
    const amountFields = inCurrency.filter((name) => getCurrencyField(resource, name) === currencyField);
    const groups = await sumBy(source, snake(currencyField), amountFields.map(snake));
    for (const [at, name] of amountFields.entries())
      summed.set(
        name,
        groups.map((one) => ({ currency: one.key, amount: one.sums[at] ?? 0 })),
      );
  }
  return Object.fromEntries(names.map((name) => [name, summed.get(name) ?? 0]));
}

export function listHandler({ services, presenters: shows }: Engine, plan: Plan): CallHandler {
  const totals = cacheTotals(services.clock, countCapped);
  const exactTotals = cacheTotals(services.clock, async (source) => ({
    total: await countAll(source),
    isCapped: false,
  }));
  return async ({ body, caller }) => {
    const query = readBody(listQuerySchema, body, plan.labels, caller) as ListQuery;
    const isFull = can(caller.actor, plan.resource, 'list');
    const names = selectColumns(query, plan, caller, isFull);
    const request = isFull ? readRequest(plan, query, caller) : readLookUp(plan, query, caller);
    const source = await openList(services.database, plan.resource, request);
    const page = parsePage(query, source, plan.resource, caller);
    const answer = await readAnswer(services, query.exact ? exactTotals : totals, plan, source, names, page, caller);
    const presentRecords = shows?.[plan.resource.name];
    const items = presentRecords ? await presentRecords(services.database.read, answer.items, caller) : answer.items;
    return { ...answer, items, ...(isFull ? {} : { summary: null }) } as ListAnswer;
  };
}
