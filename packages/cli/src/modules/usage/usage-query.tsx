import {
  getFieldKind,
  localize,
  parseValue,
  type UsageDimension,
  type UsageMeasure,
  usageDimensions,
  usageReport,
} from '@gantry/core';
import { useEffect, useState } from 'react';
import { getMenuHeight, Menu, type MenuItem } from '../../tui/parts/menu.tsx';
import { Prompt, promptHeight } from '../../tui/parts/prompt.tsx';
import { type Tui, useTui } from '../../tui/parts/tui-context.ts';
import { pairs } from './usage-figures.ts';

const { range, status, minAmount, sort } = usageReport.input;
type UsageSort = keyof typeof sort.options;

/** How the report was left. */
export interface UsageQuery {
  readonly by: readonly UsageDimension[];
  readonly range: string;
  readonly measure: UsageMeasure;
  /** Null: by time where it is grouped by time, else by what is measured. */
  readonly sort: UsageSort | null;
  readonly status: string | null;
  /** Points that a use was charged at least. */
  readonly minAmount: number | null;
}

const start: UsageQuery = { by: ['day'], range: '7d', measure: 'points', sort: null, status: null, minAmount: null };
export const noFilters: Partial<UsageQuery> = { status: null, minAmount: null };
const memoryKey = `report:${usageReport.name}`;

const hasTime = ({ by }: Pick<UsageQuery, 'by'>): boolean => by.some((name) => name === 'day' || name === 'hour');

export const getSort = (usageQuery: UsageQuery): UsageSort =>
  usageQuery.sort ?? (hasTime(usageQuery) ? 'time' : usageQuery.measure);

/** What was wished for last, kept while the program runs. */
export function useUsageQuery() {
  const tui = useTui();
  const [usageQuery, setQuery] = useState(() => (tui.memory.get(memoryKey) as UsageQuery | undefined) ?? start);
  useEffect(() => {
    tui.memory.set(memoryKey, usageQuery);
  }, [tui.memory, usageQuery]);
  const change = (next: Partial<UsageQuery>) => setQuery((known) => ({ ...known, ...next }));
  return { usageQuery, change };
}

/** Lets one of some choices be taken at the foot of the screen; null leaves everything as it is. */
function chooseOne<V extends string | number>(tui: Tui, title: string, items: readonly MenuItem<V>[]) {
  return tui.open<V | null>(getMenuHeight(items), (close) => <Menu title={title} items={items} onDone={close} />);
}

export async function chooseSpan(tui: Tui): Promise<string | null> {
  const options = Object.entries(range.options).filter(([name]) => name !== 'custom');
  const items = options.map(([value, words]) => ({ value, label: localize(words, tui.locale) }));
  return chooseOne(tui, tui.t('tui.key.span'), items);
}

export async function chooseGrouping(tui: Tui): Promise<Partial<UsageQuery> | null> {
  const items = pairs.map((by, value) => ({
    value,
    label: by.map((name) => localize(usageDimensions[name], tui.locale)).join(' + '),
  }));
  const chosen = await chooseOne(tui, tui.t('tui.key.group'), items);
  const by = chosen === null ? undefined : pairs[chosen];
  return by ? { by, sort: null } : null;
}

/** By time only where it is grouped by time. */
export async function chooseSort(usageQuery: UsageQuery, tui: Tui): Promise<UsageSort | null> {
  const names = Object.keys(sort.options) as UsageSort[];
  const items = names
    .filter((name) => name !== 'time' || hasTime(usageQuery))
    .map((value) => ({ value, label: localize(sort.options[value], tui.locale) }));
  return chooseOne(tui, tui.t('tui.key.sort'), items);
}

const resultWords = (value: string | null, tui: Tui): string => {
  const found = Object.entries(status.options).find(([name]) => name === value)?.[1];
  return found ? localize(found, tui.locale) : '';
};

/** The filters that are set, as they are read: `Result=Failed`. */
export function filterWords(usageQuery: UsageQuery, tui: Tui): string[] {
  const named = (words: typeof status.label, value: string) => `${localize(words, tui.locale)}=${value}`;
  return [
    ...(usageQuery.status === null ? [] : [named(status.label, resultWords(usageQuery.status, tui))]),
    ...(usageQuery.minAmount === null ? [] : [named(minAmount.label, String(usageQuery.minAmount))]),
  ];
}

async function chooseResult(tui: Tui): Promise<Partial<UsageQuery> | null> {
  const known = Object.keys(status.options).map((value) => ({ value, label: resultWords(value, tui) }));
  const items = [{ value: '', label: tui.t('common.all') }, ...known];
  const chosen = await chooseOne(tui, localize(status.label, tui.locale), items);
  return chosen === null ? null : { status: chosen === '' ? null : chosen };
}

async function promptMinimum(usageQuery: UsageQuery, tui: Tui): Promise<Partial<UsageQuery> | null> {
  const label = localize(minAmount.label, tui.locale);
  const getMinWidth = (text: string) => (text.trim() === '' ? null : parseValue(text.trim(), minAmount));
  const check = (text: string) => {
    const value = getMinWidth(text);
    const isGood = value === null || getFieldKind(minAmount).schema(minAmount).safeParse(value).success;
    return isGood ? null : tui.t('validation.invalid', { field: label });
  };
  const given = {
    title: tui.t('tui.key.filter'),
    label,
    value: usageQuery.minAmount === null ? '' : String(usageQuery.minAmount),
    hint: tui.t('tui.hint.clear'),
    check,
  };
  const text = await tui.open<string | null>(promptHeight, (close) => <Prompt {...given} onDone={close} />);
  if (text === null) return null;
  const value = getMinWidth(text);
  return { minAmount: typeof value === 'number' ? value : null };
}

/** The menu of filters, then the value of the chosen one. */
export async function chooseUsageFilter(usageQuery: UsageQuery, tui: Tui): Promise<Partial<UsageQuery> | null> {
  const chosen = await chooseOne(tui, tui.t('tui.key.filter'), [
    { value: 'status', label: localize(status.label, tui.locale), note: resultWords(usageQuery.status, tui) },
    { value: 'minAmount', label: localize(minAmount.label, tui.locale), note: String(usageQuery.minAmount ?? '') },
  ]);
  if (chosen === null) return null;
  return chosen === 'status' ? chooseResult(tui) : promptMinimum(usageQuery, tui);
}
