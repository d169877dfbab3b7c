import {
  type AnyResource,
  countPicked,
  createListState,
  formatNumber,
  formatTotals,
  isPicked,
  type ListAction,
  type ListState,
  listReducer,
  parseSort,
} from '@gantry/core';
import { Box, Text } from 'ink';
import { memo, useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { applyTone, renderBlue, renderBold, renderDim } from '../parts/colours.ts';
import type { FittedColumn } from '../parts/fit-columns.ts';
import { cut, measureWidth } from '../parts/marks.ts';
import { type Tui, useArea, useTui } from '../parts/tui-context.ts';
import { clampIndex, getWindowStart, type Step, stepIndex } from '../parts/viewport.ts';
import type { ActionPages } from './action-run.tsx';
import { formatFilters } from './filter-flow.tsx';
import {
  type DataRecord,
  fitList,
  formatHeadLine,
  formatRowLine,
  type ListColumn,
  listColumns,
} from './list-columns.ts';
import type { Opening } from './opening.ts';
import { recordLines } from './record/record-lines.ts';
import { recordName } from './resource-words.ts';
import { useListKeys } from './use-list-keys.tsx';
import { useOpening } from './use-opening.tsx';
import { usePlacing } from './use-placing.ts';
import { countRowsBefore, type End, getSample, type Rows, type Sight, useRows } from './use-rows.ts';

interface RowProps {
  readonly columns: readonly ListColumn[];
  readonly fitted: readonly FittedColumn[];
  readonly record: DataRecord;
  readonly chosen: boolean;
  readonly picked: boolean;
  readonly width: number;
}

/** One record as one line; drawn again only when it changes. */
const Row = memo(function Row({ columns, fitted, record, chosen, picked, width }: RowProps) {
  const tui = useTui();
  return <Text wrap="truncate">{formatRowLine(columns, fitted, record, { chosen, picked, width }, tui)}</Text>;
});

interface ListViewProps {
  readonly head: string;
  readonly columns: readonly ListColumn[];
  readonly fitted: readonly FittedColumn[];
  /** Only what is in sight. */
  readonly records: readonly DataRecord[];
  readonly chosenId: number | null;
  readonly isPicked: (id: number) => boolean;
  readonly width: number;
  readonly height: number;
  /** Stands in place of rows when there are none. */
  readonly instead: string;
}

/** The head line of a list and the records in sight. */
function ListView(props: ListViewProps) {
  const { columns, fitted, records, width } = props;
  return (
    <Box flexDirection="column" width={width} height={props.height} overflow="hidden">
      <Text wrap="truncate">{props.head}</Text>
      {records.length === 0 && <Text>{`   ${renderDim(props.instead)}`}</Text>}
      {records.map((record) => (
        <Row
          key={record.id}
          columns={columns}
          fitted={fitted}
          record={record}
          chosen={record.id === props.chosenId}
          picked={props.isPicked(record.id)}
          width={width}
        />
      ))}
    </Box>
  );
}

/** A place in a list and the first line in sight, both counted from an end: so rows that come at the other one move neither. */
interface Place {
  /** The record on which one is, wherever it goes; null until the rows are read. */
  readonly id: number | null;
  /** The first record in sight. */
  readonly topId: number | null;
  readonly from: End;
  readonly at: number;
  readonly top: number;
}

const firstPlace: Place = { id: null, topId: null, from: 'first', at: 0, top: 0 };

/** A line counted from the other end. */
const counted = (line: number, from: End, count: number) => (from === 'last' ? count - 1 - line : line);

interface PlaceDeps {
  readonly items: readonly DataRecord[];
  readonly height: number;
  readonly from: End;
  /** Rows are not being read: the place then counts from the end from which they were. */
  readonly isStill: boolean;
}

/**
 * Where one is in a list, as one state so that no key is lost between the line and what is in sight. One stays on the same record when
 * others come or go; when it goes itself, on the line where it stood.
 */
function usePlace(start: Place, { items, height, from, isStill }: PlaceDeps) {
  const [place, setPlace] = useState(start);
  const count = items.length;
  const indexOf = (id: number | null, expected: number) => {
    if (id === null || items[expected]?.id === id) return expected;
    const found = items.findIndex((item) => item.id === id);
    return found < 0 ? expected : found;
  };
  const locate = (known: Place) => {
    const line = clampIndex(indexOf(known.id, counted(known.at, known.from, count)), count);
    const above = counted(known.top, known.from, count);
    // Rows that come at the very top are shown; above of what is read they move nothing.
    return { line, first: getWindowStart(line, count, height, above <= 0 ? above : indexOf(known.topId, above)) };
  };
  const placeAt = (end: End, line: number, first: number, isKnown = true): Place => ({
    id: isKnown ? (items[line]?.id ?? null) : null,
    topId: isKnown ? (items[first]?.id ?? null) : null,
    from: end,
    at: counted(line, end, count),
    top: counted(first, end, count),
  });
  const { line: at, first: top } = locate(place);
  const settled = isStill ? placeAt(from, at, top) : place;
  const isTurned = JSON.stringify(settled) !== JSON.stringify(place);
  useEffect(() => {
    if (isTurned) setPlace(settled);
  });
  const step = (by: Step) =>
    setPlace((known) => {
      const { line, first } = locate(known);
      const next = stepIndex(line, by, count, Math.max(1, height - 1));
      // Which record stands at an end is known once that end is read.
      const isEnd = by === 'top' || by === 'bottom';
      const end = by === 'top' ? 'first' : by === 'bottom' ? 'last' : known.from;
      return placeAt(end, next, getWindowStart(next, count, height, first), !isEnd);
    });
  return { place, at, top, step, rewind: () => setPlace(firstPlace) };
}

/** Between two words of how old the rows are, in ms. */
const ageStepMs = 5_000;

/** How a list was left: what it showed, and where in it. */
interface SavedPosition {
  readonly state: ListState;
  readonly place: Place;
}

export interface ResourceScreenProps {
  readonly resource: AnyResource;
  readonly pages: ActionPages;
  /** What the route asks for: filters of a link win over how the list was left. */
  readonly start: ListState | null;
  /** What it opens over the list. */
  readonly opening?: Opening | null;
}

/** From this width on, the record beside the pointer is shown next to the list. */
const previewFrom = 130;

function startState(tui: Tui, key: string, start: ListState | null): SavedPosition {
  const stored = tui.memory.get(key) as SavedPosition | undefined;
  if (start) return { state: start, place: firstPlace };
  return stored ?? { state: createListState(), place: firstPlace };
}

/** Which row it is, counted from the end that is known. */
function placeWords(rows: Rows, at: number, total: string, { t, locale }: Tui): string {
  const before = countRowsBefore(rows);
  if (before === null) return t('tui.fromEnd', { count: formatNumber(rows.items.length - at, locale) });
  return `${formatNumber(before + at + 1, locale)}/${total}${rows.capped ? '+' : ''}`;
}

/** How old the rows are, once they can no longer be read; every moment of it counts up. */
function useAge(since: number | null): string {
  const { t } = useTui();
  const [now, setNow] = useState(Date.now());
  useEffect(() => {
    if (since === null) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), ageStepMs);
    return () => clearInterval(timer);
  }, [since]);
  if (since === null) return '';
  const seconds = Math.max(0, Math.round((now - since) / 1000));
  return seconds < 100
    ? t('tui.ageSeconds', { count: seconds })
    : t('tui.ageMinutes', { count: Math.round(seconds / 60) });
}

interface StatusDeps {
  readonly resource: AnyResource;
  readonly state: ListState;
  readonly rows: Rows;
  readonly at: number;
  /** How old the rows are; empty while they are followed. */
  readonly age: string;
  readonly width: number;
}

function statusLine({ resource, state, rows, at, age, width }: StatusDeps, tui: Tui): string {
  const { t } = tui;
  const total = formatNumber(rows.total, tui.locale);
  const count = t(rows.capped ? 'list.capped' : 'list.total', { count: total });
  const picked = countPicked(state.picked, rows.total);
  const parts = [
    // How many there are is not known before the first answer.
    rows.items.length > 0 ? placeWords(rows, at, total, tui) : rows.loading || rows.failed ? '' : count,
    rows.items.length > 0 && !rows.capped ? count : '',
    state.picked.mode === 'allExcept'
      ? t('list.allMatching', { count: formatNumber(picked, tui.locale) })
      : picked > 0
        ? t('list.selected', { count: formatNumber(picked, tui.locale) })
        : '',
    rows.loading ? t('common.loading') : rows.failed && rows.items.length > 0 ? t('tui.loadFailed') : age,
    ...formatTotals(resource, rows.summary, tui).map(({ label, text }) => `${label} ${text}`),
  ];
  const said = parts.filter((part) => part !== '');
  // A figure is never cut: half of an amount is another amount.
  while (said.length > 1 && measureWidth(said.join('   ')) > width) said.pop();
  const words = cut(said.join('   '), width, tui.marks);
  const filters = cut(formatFilters(resource, state, tui), width - measureWidth(words) - 3, tui.marks);
  return filters === '' ? renderDim(words) : `${renderDim(words)}   ${applyTone(filters, 'info')}`;
}

function emptyWords(state: ListState, rows: Rows, tui: Tui): string {
  if (rows.loading) return tui.t('common.loading');
  if (rows.failed) return tui.t('tui.loadFailed');
  const narrowed = state.keyword !== '' || Object.keys(state.filters).length > 0;
  return narrowed ? tui.t('list.nothing') : tui.t('common.empty');
}

/** The screen of a resource: its list, page after page by key, and all that can be done from there. */
export function ResourceScreen({ resource, pages, start, opening = null }: ResourceScreenProps) {
  const tui = useTui();
  const area = useArea();
  const memoryKey = `list:${resource.name}`;
  const [stored] = useState(() => startState(tui, memoryKey, start));
  const [state, dispatch] = useReducer(listReducer, stored.state);
  const height = Math.max(1, area.height - 2);
  const inSight = useRef<Sight>({ start: 0, end: 0 });
  const live = useRows(resource, state, () => inSight.current, stored.place.from);
  const { rows, given, more, readFrom, reload, change: changeRows, staleSince } = live;
  const count = rows.items.length;
  const seen = { items: rows.items, height, from: rows.from, isStill: !rows.loading };
  const { place, at, top, step: stepBy, rewind } = usePlace(stored.place, seen);
  inSight.current = { start: top, end: Math.min(count, top + height) };
  const age = useAge(staleSince);
  const chosen = rows.items[at] ?? null;
  const preview = area.width >= previewFrom ? Math.floor(area.width * 0.34) : 0;
  const width = area.width - (preview > 0 ? preview + 1 : 0);
  const sort = useMemo(() => state.sort ?? parseSort(resource.list.sort), [state.sort, resource]);
  const columns = useMemo(() => listColumns(resource, tui), [resource, tui]);
  const fitted = useMemo(
    () => fitList(columns, getSample(rows), width - 4, sort, tui),
    [columns, rows, width, sort, tui],
  );
  useEffect(() => {
    tui.memory.set(memoryKey, { state, place } satisfies SavedPosition);
  }, [tui.memory, memoryKey, state, place]);
  useEffect(() => {
    const isNear = rows.from === 'first' ? at >= count - height : at < height;
    if (count > 0 && place.from === rows.from && isNear) more();
  }, [at, height, count, place.from, rows.from, more]);
  const step = (by: Step) => {
    if (by === 'top' || by === 'bottom') readFrom(by === 'top' ? 'first' : 'last');
    stepBy(by);
  };
  const change = (action: ListAction) => {
    dispatch(action);
    if (action.type !== 'toggle' && action.type !== 'pickAll' && action.type !== 'pickNone') rewind();
  };
  const placing = usePlacing({ resource, state, rows, at, change: changeRows, reload });
  useOpening(opening, { resource, pages, state }, reload);
  useListKeys({ resource, pages, state, rows, chosen, given: given[at] ?? null, change, step, reload, placing });
  return (
    <Box flexDirection="column" width={area.width} height={area.height}>
      <Box height={height + 1}>
        <ListView
          head={formatHeadLine(columns, fitted, sort, tui)}
          columns={columns}
          fitted={fitted}
          records={rows.items.slice(top, top + height)}
          chosenId={chosen?.id ?? null}
          isPicked={(id) => isPicked(state.picked, id)}
          width={width}
          height={height + 1}
          instead={emptyWords(state, rows, tui)}
        />
        {preview > 0 && <RecordPreview resource={resource} record={chosen} width={preview} height={height + 1} />}
      </Box>
      {area.height > 2 && (
        <Text wrap="truncate">{` ${statusLine({ resource, state, rows, at, age, width: area.width - 2 }, tui)}`}</Text>
      )}
    </Box>
  );
}

/** The record beside the pointer, as far as its list knows it: nothing is fetched for it. */
function RecordPreview(props: {
  readonly resource: AnyResource;
  readonly record: DataRecord | null;
  readonly width: number;
  readonly height: number;
}) {
  const tui = useTui();
  const { resource, record, width, height } = props;
  const rule = Array.from({ length: height }, () => renderDim(tui.marks.upright)).join('\n');
  const inner = width - 3;
  const lines = record
    ? [
        renderBlue(renderBold(cut(recordName(resource, record, tui), inner, tui.marks))),
        '',
        ...recordLines(resource, record, inner, tui),
      ]
    : [];
  return (
    <Box width={width} height={height} flexShrink={0}>
      <Text>{rule}</Text>
      <Box paddingLeft={1} width={width - 1} height={height} overflow="hidden">
        <Text>{lines.slice(0, height).join('\n')}</Text>
      </Box>
    </Box>
  );
}
