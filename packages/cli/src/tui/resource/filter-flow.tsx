import {
  type AnyResource,
  baseFields,
  type Field,
  filterField,
  filterNames,
  findField,
  formatValue,
  getFieldKind,
  type ListAction,
  type ListState,
  listSortableFields,
  localize,
  parseDaySpan,
  parseSort,
  parseTimeSpan,
  parseValue,
  permittedFields,
  type ReferenceField,
  resolveQuickFilter,
} from '@gantry/core';
import { escapeControls } from '../../output/wrap-text.ts';
import { chooseReferences, getChosenLabel } from '../fields/choose-reference.tsx';
import { CheckList } from '../parts/check-list.tsx';
import { getMenuHeight, Menu, type MenuItem, measureMenuHeight } from '../parts/menu.tsx';
import { Prompt, promptHeight } from '../parts/prompt.tsx';
import type { Tui } from '../parts/tui-context.ts';

const labelOf = (field: Field, tui: Tui) => localize(field.label, tui.locale);

/** A filter in words: `启用`, `2026-01-01 ..`. */
function filterWords(field: Field, value: unknown, tui: Tui): string {
  const one = (entry: unknown) => {
    if (entry === null) return tui.t('common.none');
    const label = field.kind === 'reference' ? getChosenLabel(field, entry, tui) : null;
    return escapeControls(label ?? formatValue(entry, filterField(field), tui));
  };
  if (Array.isArray(value)) return value.map(one).join('/');
  const { from, to } = (value ?? {}) as { from?: unknown; to?: unknown };
  return `${from === undefined ? '' : one(from)}..${to === undefined ? '' : one(to)}`;
}

/** All filters of a list in one line; the keyword first. */
export function formatFilters(resource: AnyResource, state: ListState, tui: Tui): string {
  const parts = Object.entries(state.filters).map(([name, value]) => {
    const field = findField(resource, name);
    return field ? `${labelOf(field, tui)}=${filterWords(field, value, tui)}` : name;
  });
  return [state.keyword === '' ? '' : `"${escapeControls(state.keyword)}"`, ...parts]
    .filter((part) => part !== '')
    .join('  ');
}

function prompt(tui: Tui, title: string, label: string, field: Field, value: string): Promise<string | null> {
  const check = (text: string) => {
    if (text.trim() === '') return null;
    const space = getFieldKind(field);
    const values = space.filter === 'in' && field.kind !== 'boolean' ? text.split(/[,，]/) : [text];
    const isRead = (one: string) =>
      isDated(field)
        ? edge(one, field, tui, 'from') !== null
        : space.schema(field).safeParse(parseValue(one.trim(), field)).success;
    const good = values.every(isRead);
    return good ? null : tui.t('validation.invalid', { field: labelOf(field, tui) });
  };
  const hint =
    field.kind === 'time'
      ? tui.t('tui.hint.time')
      : field.kind === 'date'
        ? tui.t('tui.hint.date')
        : tui.t('tui.hint.clear');
  return tui.open<string | null>(promptHeight, (close) => (
    <Prompt title={title} label={label} value={value} hint={hint} check={check} onDone={close} />
  ));
}

const isDated = ({ kind }: Field) => kind === 'time' || kind === 'date';

/** One side of a range: a day starts at its first moment and ends with its last. Null for what cannot be read. */
function edge(text: string, field: Field, { timeZone }: Tui, side: 'from' | 'to'): unknown {
  const given = text.trim();
  if (given === '') return undefined;
  if (!isDated(field)) return parseValue(given, field);
  const span = (field.kind === 'time' ? parseTimeSpan : parseDaySpan)(given, timeZone, Date.now());
  return span?.[side] ?? null;
}

async function promptRange(field: Field, given: unknown, tui: Tui): Promise<unknown> {
  const known = (given ?? {}) as { from?: unknown; to?: unknown };
  const shown = (value: unknown) =>
    value === undefined ? '' : field.kind === 'time' ? formatValue(value, field, tui) : String(value);
  const title = labelOf(field, tui);
  const from = await prompt(tui, title, tui.t('list.from'), field, shown(known.from));
  if (from === null) return undefined;
  const to = await prompt(tui, title, tui.t('list.to'), field, shown(known.to));
  if (to === null) return undefined;
  const edges = { from: edge(from, field, tui, 'from'), to: edge(to, field, tui, 'to') };
  const stored = Object.entries(edges).filter(([, value]) => value !== undefined);
  return stored.length === 0 ? null : Object.fromEntries(stored);
}

/** Asks for the records of a filter, by number or by name. */
async function promptReferences(field: ReferenceField, given: unknown, tui: Tui): Promise<unknown> {
  const label = labelOf(field, tui);
  const value = Array.isArray(given) ? given.join(', ') : '';
  const typed = await tui.open<string | null>(promptHeight, (close) => (
    <Prompt title={label} label={label} value={value} hint={tui.t('tui.hint.referenceFilter')} onDone={close} />
  ));
  const ids = typed === null ? null : await chooseReferences(field, typed, tui);
  if (ids === null) return undefined;
  return ids.length > 0 ? ids : null;
}

const yesNo = { true: { zh: '是', en: 'Yes' }, false: { zh: '否', en: 'No' } } as const;

/** Asks for the values of one filter by its kind; null clears it, undefined leaves it. */
async function promptFilter(field: Field, given: unknown, tui: Tui): Promise<unknown> {
  if (getFieldKind(field).filter === 'range') return promptRange(field, given, tui);
  if (field.kind === 'reference') return promptReferences(field, given, tui);
  const chosen = filterField(field);
  const words = 'options' in chosen ? chosen.options : field.kind === 'boolean' ? yesNo : null;
  if (!words) {
    const text = Array.isArray(given) ? given.join(', ') : '';
    const typed = await prompt(tui, labelOf(field, tui), labelOf(field, tui), chosen, text);
    if (typed === null) return undefined;
    const parts = typed
      .split(/[,，]/)
      .map((part) => part.trim())
      .filter((part) => part !== '');
    return parts.length === 0 ? null : parts.map((part) => parseValue(part, chosen));
  }
  const options = Object.entries(words).map(([value, label]) => ({ value, label: localize(label, tui.locale) }));
  const picked = Array.isArray(given) ? given.map(String) : [];
  const found = await tui.open<readonly string[] | null>(measureMenuHeight(options.length), (close) => (
    <CheckList title={labelOf(field, tui)} options={options} picked={picked} onDone={close} />
  ));
  if (found === null) return undefined;
  return field.kind === 'boolean' ? found.map((value) => value === 'true') : [...found];
}

/** Adds a quick filter to the filters of a list; its days are in the time zone of the site. */
export function applyQuickFilter(resource: AnyResource, name: string, state: ListState, tui: Tui): ListState | null {
  const quick = resource.list.quick?.[name];
  if (!quick) return null;
  return { ...state, filters: { ...state.filters, ...resolveQuickFilter(resource, quick, Date.now(), tui.timeZone) } };
}

const quickMark = 'quick:';

/** The menu of quick filters and filters, then the values of the chosen one. */
export async function chooseFilter(resource: AnyResource, state: ListState, tui: Tui): Promise<ListAction | null> {
  const permitted = new Set(permittedFields(resource, tui.role, 'detail'));
  const quick = Object.entries(resource.list.quick ?? {})
    .filter(([, { where }]) => Object.keys(where).every((name) => permitted.has(name)))
    .map(
      ([name, { label }]): MenuItem<string> => ({
        label: localize(label, tui.locale),
        value: quickMark + name,
        note: tui.t('tui.quickFilter'),
      }),
    );
  const own = filterNames(resource).flatMap((name): MenuItem<string>[] => {
    const field = findField(resource, name);
    if (!field || !permitted.has(name) || getFieldKind(field).filter === 'none') return [];
    const value = state.filters[name];
    return [
      { label: labelOf(field, tui), value: name, note: value === undefined ? '' : filterWords(field, value, tui) },
    ];
  });
  const items = [...quick, ...own];
  const name = await tui.open<string | null>(getMenuHeight(items), (close) => (
    <Menu title={tui.t('tui.key.filter')} items={items} onDone={close} />
  ));
  const narrowed = name?.startsWith(quickMark)
    ? applyQuickFilter(resource, name.slice(quickMark.length), state, tui)
    : null;
  if (narrowed) {
    const { keyword, filters, sort, columns } = narrowed;
    return { type: 'view', keyword, filters, sort, columns };
  }
  const field = name === null ? undefined : findField(resource, name);
  if (name === null || !field) return null;
  const value = await promptFilter(field, state.filters[name], tui);
  return value === undefined ? null : { type: 'filter', name, value };
}

/** The menu of sortable fields; the same one again turns the order round. */
export async function chooseSort(resource: AnyResource, state: ListState, tui: Tui): Promise<ListAction | null> {
  const sort = state.sort ?? parseSort(resource.list.sort);
  const permitted = new Set(permittedFields(resource, tui.role, 'detail'));
  const offered = listSortableFields(resource).filter((name) => permitted.has(name));
  const items = offered.map((name): MenuItem<string> => {
    const field = findField(resource, name) ?? baseFields.id;
    const mark = sort.field === name ? (sort.order === 'asc' ? tui.marks.up : tui.marks.down) : '';
    return { label: labelOf(field, tui), value: name, note: mark };
  });
  const initial = Math.max(
    0,
    items.findIndex((item) => item.value === sort.field),
  );
  const field = await tui.open<string | null>(getMenuHeight(items), (close) => (
    <Menu title={tui.t('tui.key.sort')} items={items} initial={initial} onDone={close} />
  ));
  return field === null ? null : { type: 'sort', field };
}
