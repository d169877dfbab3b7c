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
  listQuerySchema,
  listSortableFields,
  parseSort,
  permittedFields,
  snake,
  titleColumns,
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
  readFar,
  readPage,
  sumAll,
  sumBy,
  type Total,
} from '../store/query/list-rows.ts';
import { getOrderPosition, isNumeric, type Place, readCursor, writeCursor } from '../store/query/order.ts';
import type { Engine, Plan } from './engine.ts';
import { presentRows } from './present.ts';
import { readBody } from './read-body.ts';

interface Totals {
  of(source: ListSource): Promise<Total>;
}

/** How long a total past the cap is believed, in ms: it stays past it for longer than that. */
const believedFor = 5_000;
const maxRemembered = 500;

/** Counts lists, and does not count again what was past the cap, or was counted past it, a moment ago. */
function rememberTotals(clock: Clock, count: (source: ListSource) => Promise<Total>): Totals {
  const remembered = new Map<string, { total: Total; until: number }>();
  return {
    async of(source) {
      const key = JSON.stringify([source.narrowed, source.match?.key ?? '']);
      const known = remembered.get(key);
      if (known && known.until > clock()) return known.total;
      remembered.delete(key);
      const total = await count(source);
      if (total.total < totalCap) return total;
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(key, { total, until: clock() + believedFor });
      return total;
    },
  };
}

/** Pages by number reach this many records; what lies deeper is reached by cursor, or by a list that is counted to its end. */
const deepestOffset = totalCap;
const deepestCounted = 5_000_000;

function reject(caller: Caller, field: string, rejection: Parameters<typeof formatRejection>[0], max = ''): ApiError {
  return new ApiError('invalid', { errors: { [field]: [formatRejection(rejection, field, caller.t, { max })] } });
}

/** Rejects names that the caller may not filter, sort or select by, as if the field did not exist. */
function assertNames(caller: Caller, given: readonly string[], allowed: readonly string[], where: string): void {
  const unknown = given.find((name) => !allowed.includes(name));
  if (unknown === undefined) return;
  const words = caller.t('validation.unknown', { field: unknown.slice(0, 40) });
  throw new ApiError('invalid', { errors: { [where]: [words] } });
}

/** What a list, a batch or an export is cut from, checked; the same rules for all three. */
export function readRequest(
  plan: Plan,
  given: { readonly filters?: unknown; readonly keyword?: string | undefined; readonly sort?: ListQuery['sort'] },
  caller: Caller,
): ListRequest {
  const { resource } = plan;
  const visible = permittedFields(resource, caller.actor.role, 'detail');
  const checked = check<Filters>(plan.filters, given.filters ?? {}, plan.labels, caller.locale, caller.t);
  if (!checked.ok) {
    const errors = Object.entries(checked.errors).map(([name, words]) => [`filters.${name}`, words] as const);
    throw new ApiError('invalid', { errors: Object.fromEntries(errors) });
  }
  assertNames(caller, Object.keys(checked.value), visible, 'filters');
  const sort = given.sort?.[0];
  if (sort) {
    const sortable = listSortableFields(resource).filter((name) => visible.includes(name));
    assertNames(caller, [sort.field], sortable, 'sort');
  }
  const searched = Object.entries(resource.fields).flatMap(([name, field]) => (field.search ? [name] : []));
  const readable = searched.filter((name) => visible.includes(name));
  const searchesAll = readable.length === searched.length;
  return {
    filters: checked.value,
    keyword: given.keyword ?? '',
    sort: isDefault(resource, sort) ? undefined : sort,
    searched: readable,
    searchesAll,
  };
}

function isDefault(resource: AnyResource, sort: { field: string; order: string } | undefined): boolean {
  const usual = parseSort(resource.list.sort);
  return sort === undefined || (sort.field === usual.field && sort.order === usual.order);
}

interface Page {
  readonly after: Place | null;
  readonly offset: number;
  readonly size: number;
}

function pageOf(query: ListQuery, source: ListSource, resource: AnyResource, caller: Caller): Page {
  const size = query.pageSize ?? defaultPageSize;
  if (query.cursor) {
    const after = readCursor(query.cursor, source.order, isNumeric(resource, source.order));
    if (after === null) throw reject(caller, 'cursor', 'invalid');
    return { after, offset: 0, size };
  }
  const offset = ((query.page ?? 1) - 1) * size;
  const deepest = query.exact ? deepestCounted : deepestOffset;
  if (offset > deepest) throw reject(caller, 'page', 'tooBig', String(Math.floor(deepest / size) + 1));
  return { after: null, offset, size };
}

/**
 * The query of a caller whose permission set leaves this list out, but who may pick its records in a field that refers to them: they
 * see titles and ids, and search by nothing else.
 */
function readLookUp(plan: Plan, query: ListQuery, caller: Caller): ListRequest {
  const { title } = plan.resource;
  const showsMore = query.columns?.some((name) => name !== title) ?? false;
  const isDetailRequested = query.sort !== undefined || query.exact === true || showsMore;
  const filtersMore = Object.keys(query.filters ?? {}).some((name) => name !== 'id');
  // Without a name to look for, IDs or the title's column it is a list like any other, which this caller may not have.
  const isUnbounded = query.columns === undefined && !query.keyword && Object.keys(query.filters ?? {}).length === 0;
  if (isDetailRequested || filtersMore || isUnbounded) throw new ApiError('denied');
  const requested = readRequest(plan, query, caller);
  return { ...requested, searched: requested.searched.filter((name) => name === title), searchesAll: false };
}

function columnsOf(query: ListQuery, plan: Plan, caller: Caller, isFull: boolean): string[] {
  const visible = permittedFields(plan.resource, caller.actor.role, 'list');
  if (query.columns === undefined)
    return isFull ? withCurrencies(visible, plan, caller) : ['id', ...titleColumns(plan.resource, caller.actor.role)];
  assertNames(caller, query.columns, visible, 'columns');
  const always = plan.versioned ? ['id', 'version'] : ['id'];
  return withCurrencies([...always, ...query.columns], plan, caller);
}

/** Amounts come with the currency that they are in, whether its column was asked for or not. */
export function withCurrencies(names: readonly string[], { resource }: Plan, caller: Caller): string[] {
  const readable = permittedFields(resource, caller.actor.role, 'detail');
  const currencies = names
    .flatMap((name) => getCurrencyField(resource, name) ?? [])
    .filter((name) => readable.includes(name));
  return [...new Set([...names, ...currencies])];
}

/** A page is full when there is one record more than it holds. */
async function answerPage(
  services: Services,
  totals: Totals,
  plan: Plan,
  source: ListSource,
  names: readonly string[],
  page: Page,
  caller: Caller,
): Promise<ListAnswer> {
  const columns = [...new Set([...names.map(snake), 'id', source.order.column])];
  const cut = { columns, offset: page.offset, limit: page.size + 1 };
  const far = page.offset > deepestOffset ? (await totals.of(source)).total : null;
  const reading = far === null ? readPage(source, { ...cut, after: page.after }) : readFar(source, cut, far);
  const [rows, total] = await Promise.all([reading, totals.of(source)]);
  const summary = total.isCapped ? null : await summaryOf(plan, source, caller);
  const shown = rows.slice(0, page.size);
  const last = rows.length > page.size ? shown.at(-1) : undefined;
  const items = await presentRows(services, services.database.read, plan.resource, names, shown, caller);
  return {
    items,
    total: total.total,
    totalIsCapped: total.isCapped,
    nextCursor: last ? writeCursor(source.order, getOrderPosition(source.order, last)) : null,
    summary,
  };
}

/** The sums of the definition over all matching records; none where there are too many to count. */
async function summaryOf({ resource }: Plan, source: ListSource, caller: Caller): Promise<ListAnswer['summary']> {
  const visible = permittedFields(resource, caller.actor.role, 'detail');
  const names = (resource.list.totals ?? []).filter((name) => visible.includes(name));
  if (names.length === 0) return null;
  const [inCurrency, plain] = [
    names.filter((name) => getCurrencyField(resource, name) !== null),
    names.filter((name) => getCurrencyField(resource, name) === null),
  ];
  const sums = plain.length > 0 ? await sumAll(source, plain.map(snake)) : [];
  const summed = new Map<string, number | CurrencySum[]>(plain.map((name, at) => [name, sums[at] ?? 0]));
  // Amounts of different currencies are never added up.
  for (const by of new Set(inCurrency.map((name) => getCurrencyField(resource, name) ?? ''))) {
    const own = inCurrency.filter((name) => getCurrencyField(resource, name) === by);
    const found = await sumBy(source, snake(by), own.map(snake));
    for (const [at, name] of own.entries())
      summed.set(
        name,
        found.map((one) => ({ currency: one.key, amount: one.sums[at] ?? 0 })),
      );
  }
  return Object.fromEntries(names.map((name) => [name, summed.get(name) ?? 0]));
}

export function listHandler({ services, shows }: Engine, plan: Plan): CallHandler {
  const totals = rememberTotals(services.clock, countCapped);
  const counted = rememberTotals(services.clock, async (source) => ({
    total: await countAll(source),
    isCapped: false,
  }));
  return async ({ body, caller }) => {
    const query = readBody(listQuerySchema, body, plan.labels, caller) as ListQuery;
    const isFull = can(caller.actor, plan.resource, 'list');
    const names = columnsOf(query, plan, caller, isFull);
    const requested = isFull ? readRequest(plan, query, caller) : readLookUp(plan, query, caller);
    const source = await openList(services.database, plan.resource, requested);
    const page = pageOf(query, source, plan.resource, caller);
    const found = await answerPage(services, query.exact ? counted : totals, plan, source, names, page, caller);
    const shown = shows?.[plan.resource.name];
    const items = shown ? await shown(services.database.read, found.items, caller) : found.items;
    const answer = { ...found, items } as ListAnswer;
    return isFull ? answer : { ...answer, summary: null };
  };
}
