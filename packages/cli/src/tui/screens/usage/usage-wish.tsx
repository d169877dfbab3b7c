import {
  kindOf,
  parseValue,
  say,
  type UsageDimension,
  type UsageMeasure,
  usageDimensions,
  usageReport,
} from '@gantry/core';
import { useEffect, useState } from 'react';
import { Menu, type MenuItem, menuRoom } from '../../parts/menu.tsx';
import { Prompt, promptHeight } from '../../parts/prompt.tsx';
import { type Tui, useTui } from '../../parts/tui-context.ts';
import { pairs } from './usage-figures.ts';

const { range, status, minAmount, sort } = usageReport.input;
type UsageSort = keyof typeof sort.options;

/** How the report was left. */
export interface Wish {
  readonly by: readonly UsageDimension[];
  readonly range: string;
  readonly measure: UsageMeasure;
  /** Null: by time where it is grouped by time, else by what is measured. */
  readonly sort: UsageSort | null;
  readonly status: string | null;
  /** Points that a use was charged at least. */
  readonly minAmount: number | null;
}

const start: Wish = { by: ['day'], range: '7d', measure: 'points', sort: null, status: null, minAmount: null };
export const noFilters: Partial<Wish> = { status: null, minAmount: null };
const memoryKey = `report:${usageReport.name}`;

const hasTime = ({ by }: Pick<Wish, 'by'>): boolean => by.some((name) => name === 'day' || name === 'hour');

export const sortOf = (wish: Wish): UsageSort => wish.sort ?? (hasTime(wish) ? 'time' : wish.measure);

/** What was wished for last, kept while the program runs. */
export function useWish() {
  const tui = useTui();
  const [wish, setWish] = useState(() => (tui.memory.get(memoryKey) as Wish | undefined) ?? start);
  useEffect(() => {
    tui.memory.set(memoryKey, wish);
  }, [tui.memory, wish]);
  const change = (next: Partial<Wish>) => setWish((known) => ({ ...known, ...next }));
  return { wish, change };
}

/** Lets one of some choices be taken at the foot of the screen; null leaves everything as it is. */
function chooseOne<V extends string | number>(tui: Tui, title: string, items: readonly MenuItem<V>[]) {
  return tui.open<V | null>(menuRoom(items), (close) => <Menu title={title} items={items} onDone={close} />);
}

export async function chooseSpan(tui: Tui): Promise<string | null> {
  const options = Object.entries(range.options).filter(([name]) => name !== 'custom');
  const items = options.map(([value, words]) => ({ value, label: say(words, tui.locale) }));
  return chooseOne(tui, tui.t('tui.key.span'), items);
}

export async function chooseGrouping(tui: Tui): Promise<Partial<Wish> | null> {
  const items = pairs.map((by, value) => ({
    value,
    label: by.map((name) => say(usageDimensions[name], tui.locale)).join(' + '),
  }));
  const chosen = await chooseOne(tui, tui.t('tui.key.group'), items);
  const by = chosen === null ? undefined : pairs[chosen];
  return by ? { by, sort: null } : null;
}

/** By time only where it is grouped by time. */
export async function chooseSort(wish: Wish, tui: Tui): Promise<UsageSort | null> {
  const names = Object.keys(sort.options) as UsageSort[];
  const items = names
    .filter((name) => name !== 'time' || hasTime(wish))
    .map((value) => ({ value, label: say(sort.options[value], tui.locale) }));
  return chooseOne(tui, tui.t('tui.key.sort'), items);
}

const resultWords = (value: string | null, tui: Tui): string => {
  const found = Object.entries(status.options).find(([name]) => name === value)?.[1];
  return found ? say(found, tui.locale) : '';
};

/** The filters that are set, as they are read: `Result=Failed`. */
export function filterWords(wish: Wish, tui: Tui): string[] {
  const named = (words: typeof status.label, value: string) => `${say(words, tui.locale)}=${value}`;
  return [
    ...(wish.status === null ? [] : [named(status.label, resultWords(wish.status, tui))]),
    ...(wish.minAmount === null ? [] : [named(minAmount.label, String(wish.minAmount))]),
  ];
}

async function chooseResult(tui: Tui): Promise<Partial<Wish> | null> {
  const known = Object.keys(status.options).map((value) => ({ value, label: resultWords(value, tui) }));
  const items = [{ value: '', label: tui.t('common.all') }, ...known];
  const chosen = await chooseOne(tui, say(status.label, tui.locale), items);
  return chosen === null ? null : { status: chosen === '' ? null : chosen };
}

async function askLeast(wish: Wish, tui: Tui): Promise<Partial<Wish> | null> {
  const label = say(minAmount.label, tui.locale);
  const leastOf = (text: string) => (text.trim() === '' ? null : parseValue(text.trim(), minAmount));
  const check = (text: string) => {
    const value = leastOf(text);
    const isGood = value === null || kindOf(minAmount).schema(minAmount).safeParse(value).success;
    return isGood ? null : tui.t('validation.invalid', { field: label });
  };
  const given = {
    title: tui.t('tui.key.filter'),
    label,
    value: wish.minAmount === null ? '' : String(wish.minAmount),
    hint: tui.t('tui.hint.clear'),
    check,
  };
  const text = await tui.open<string | null>(promptHeight, (close) => <Prompt {...given} onDone={close} />);
  if (text === null) return null;
  const value = leastOf(text);
  return { minAmount: typeof value === 'number' ? value : null };
}

/** The menu of filters, then the value of the chosen one. */
export async function chooseUsageFilter(wish: Wish, tui: Tui): Promise<Partial<Wish> | null> {
  const chosen = await chooseOne(tui, tui.t('tui.key.filter'), [
    { value: 'status', label: say(status.label, tui.locale), note: resultWords(wish.status, tui) },
    { value: 'minAmount', label: say(minAmount.label, tui.locale), note: String(wish.minAmount ?? '') },
  ]);
  if (chosen === null) return null;
  return chosen === 'status' ? chooseResult(tui) : askLeast(wish, tui);
}
