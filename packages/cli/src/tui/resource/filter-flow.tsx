import {
  type AnyResource,
  baseFields,
  type Field,
  findField,
  formatValue,
  getFieldKind,
  getFilterValueField,
  type ListAction,
  type ListState,
  listFilterNames,
  listPermittedFields,
  listSortableFields,
  localize,
  parseDaySpan,
  parseSort,
  parseTimeSpan,
  parseValue,
  type ReferenceField,
  resolveQuickFilter,
} from '@gantry/core';
import { escapeControls } from '../../output/wrap-text.ts';
import { chooseReferences, getChosenLabel } from '../fields/choose-reference.tsx';
import { CheckList } from '../parts/check-list.tsx';
import { getMenuHeight, Menu, type MenuItem, measureMenuHeight } from '../parts/menu.tsx';
import { Prompt, promptHeight } from '../parts/prompt.tsx';
import type { Tui } from '../parts/tui-context.ts';

const getLabel = (field: Field, tui: Tui) => localize(field.label, tui.locale);

/** Formats the value of a filter: `启用`, `2026-01-01..`. */
function formatFilter(field: Field, value: unknown, tui: Tui): string {
  const formatEntry = (entry: unknown) => {
    if (entry === null) return tui.t('common.none');
    const label = field.kind === 'reference' ? getChosenLabel(field, entry, tui) : null;
    return escapeControls(label ?? formatValue(entry, getFilterValueField(field), tui));
  };
  if (Array.isArray(value)) return value.map(formatEntry).join('/');
  const { from, to } = (value ?? {}) as { from?: unknown; to?: unknown };
  return `${from === undefined ? '' : formatEntry(from)}..${to === undefined ? '' : formatEntry(to)}`;
}

/** Formats the keyword and all filters of a list in one line. */
export function formatFilters(resource: AnyResource, state: ListState, tui: Tui): string {
  const parts = Object.entries(state.filters).map(([name, value]) => {
    const field = findField(resource, name);
    return field ? `${getLabel(field, tui)}=${formatFilter(field, value, tui)}` : name;
  });
  return [state.keyword === '' ? '' : `"${escapeControls(state.keyword)}"`, ...parts]
    .filter((part) => part !== '')
    .join('  ');
}

function promptText(tui: Tui, title: string, label: string, field: Field, value: string): Promise<string | null> {
  const check = (text: string) => {
    if (text.trim() === '') return null;
    const kind = getFieldKind(field);
    const values = kind.filter === 'in' && field.kind !== 'boolean' ? text.split(/[,，]/) : [text];
    const isValid = (toFilterEntry: string) =>
      isDateField(field)
        ? parseBound(toFilterEntry, field, tui, 'from') !== null
        : kind.schema(field).safeParse(parseValue(toFilterEntry.trim(), field)).success;
    const allValid = values.every(isValid);
    return allValid ? null : tui.t('validation.invalid', { field: getLabel(field, tui) });
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

const isDateField = ({ kind }: Field) => kind === 'time' || kind === 'date';

/** Parses one bound of a range: a day starts at its first millisecond and ends with its last. Null for invalid text. */
function parseBound(text: string, field: Field, { timeZone }: Tui, side: 'from' | 'to'): unknown {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  if (!isDateField(field)) return parseValue(trimmed, field);
  const span = (field.kind === 'time' ? parseTimeSpan : parseDaySpan)(trimmed, timeZone, Date.now());
  return span?.[side] ?? null;
}

async function promptRange(field: Field, current: unknown, tui: Tui): Promise<unknown> {
  const range = (current ?? {}) as { from?: unknown; to?: unknown };
  const format = (value: unknown) =>
    value === undefined ? '' : field.kind === 'time' ? formatValue(value, field, tui) : String(value);
  const title = getLabel(field, tui);
  const from = await promptText(tui, title, tui.t('list.from'), field, format(range.from));
  if (from === null) return undefined;
  const to = await promptText(tui, title, tui.t('list.to'), field, format(range.to));
  if (to === null) return undefined;
  const bounds = { from: parseBound(from, field, tui, 'from'), to: parseBound(to, field, tui, 'to') };
  const entries = Object.entries(bounds).filter(([, value]) => value !== undefined);
  return entries.length === 0 ? null : Object.fromEntries(entries);
}

/** Asks for the records of a filter, by ID or by name. */
async function promptReferences(field: ReferenceField, current: unknown, tui: Tui): Promise<unknown> {
  const label = getLabel(field, tui);
  const value = Array.isArray(current) ? current.join(', ') : '';
  const typed = await tui.open<string | null>(promptHeight, (close) => (
    <Prompt title={label} label={label} value={value} hint={tui.t('tui.hint.referenceFilter')} onDone={close} />
  ));
  const ids = typed === null ? null : await chooseReferences(field, typed, tui);
  if (ids === null) return undefined;
  return ids.length > 0 ? ids : null;
}

const yesNoOptions = { true: { zh: '是', en: 'Yes' }, false: { zh: '否', en: 'No' } } as const;

/** Asks for the values of a filter. Returns null to clear it, and undefined to leave it unchanged. */
async function promptFilter(field: Field, current: unknown, tui: Tui): Promise<unknown> {
  if (getFieldKind(field).filter === 'range') return promptRange(field, current, tui);
  if (field.kind === 'reference') return promptReferences(field, current, tui);
  const valueField = getFilterValueField(field);
  const optionLabels = 'options' in valueField ? valueField.options : field.kind === 'boolean' ? yesNoOptions : null;
  if (!optionLabels) {
    const text = Array.isArray(current) ? current.join(', ') : '';
    const typed = await promptText(tui, getLabel(field, tui), getLabel(field, tui), valueField, text);
    if (typed === null) return undefined;
    const parts = typed
      .split(/[,，]/)
      .map((part) => part.trim())
      .filter((part) => part !== '');
    return parts.length === 0 ? null : parts.map((part) => parseValue(part, valueField));
  }
  const options = Object.entries(optionLabels).map(([value, label]) => ({ value, label: localize(label, tui.locale) }));
  const picked = Array.isArray(current) ? current.map(String) : [];
  const chosen = await tui.open<readonly string[] | null>(measureMenuHeight(options.length), (close) => (
    <CheckList title={getLabel(field, tui)} options={options} picked={picked} onDone={close} />
  ));
  if (chosen === null) return undefined;
  return field.kind === 'boolean' ? chosen.map((value) => value === 'true') : [...chosen];
}

/** Adds a quick filter to the filters of a list; its days are in the site's time zone. */
export function applyQuickFilter(resource: AnyResource, name: string, state: ListState, tui: Tui): ListState | null {
  const quick = resource.list.quick?.[name];
  if (!quick) return null;
  return { ...state, filters: { ...state.filters, ...resolveQuickFilter(resource, quick, Date.now(), tui.timeZone) } };
}

const quickFilterPrefix = 'quick:';

/** Shows the menu of quick filters and filters, then asks for the values of the chosen one. */
export async function chooseFilter(resource: AnyResource, state: ListState, tui: Tui): Promise<ListAction | null> {
  const permitted = new Set(listPermittedFields(resource, tui.role, 'detail'));
  const quick = Object.entries(resource.list.quick ?? {})
    .filter(([, { where }]) => Object.keys(where).every((name) => permitted.has(name)))
    .map(
      ([name, { label }]): MenuItem<string> => ({
        label: localize(label, tui.locale),
        value: quickFilterPrefix + name,
        note: tui.t('tui.quickFilter'),
      }),
    );
  const filters = listFilterNames(resource).flatMap((name): MenuItem<string>[] => {
    const field = findField(resource, name);
    if (!field || !permitted.has(name) || getFieldKind(field).filter === 'none') return [];
    const value = state.filters[name];
    return [
      { label: getLabel(field, tui), value: name, note: value === undefined ? '' : formatFilter(field, value, tui) },
    ];
  });
  const items = [...quick, ...filters];
  const name = await tui.open<string | null>(getMenuHeight(items), (close) => (
    <Menu title={tui.t('tui.key.filter')} items={items} onDone={close} />
  ));
  const filtered = name?.startsWith(quickFilterPrefix)
    ? applyQuickFilter(resource, name.slice(quickFilterPrefix.length), state, tui)
    : null;
  if (filtered) {
    const { keyword, filters, sort, columns } = filtered;
    return { type: 'view', keyword, filters, sort, columns };
  }
  const field = name === null ? undefined : findField(resource, name);
  if (name === null || !field) return null;
  const value = await promptFilter(field, state.filters[name], tui);
  return value === undefined ? null : { type: 'filter', name, value };
}

/** Shows the menu of sortable fields. Choosing the current field reverses the order. */
export async function chooseSort(resource: AnyResource, state: ListState, tui: Tui): Promise<ListAction | null> {
  const sort = state.sort ?? parseSort(resource.list.sort);
  const permitted = new Set(listPermittedFields(resource, tui.role, 'detail'));
  const sortable = listSortableFields(resource).filter((name) => permitted.has(name));
  const items = sortable.map((name): MenuItem<string> => {
    const field = findField(resource, name) ?? baseFields.id;
    const mark = sort.field === name ? (sort.order === 'asc' ? tui.marks.up : tui.marks.down) : '';
    return { label: getLabel(field, tui), value: name, note: mark };
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
