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
import { escapeControls } from '../../output/wrap-text.ts';
import { applyTone, renderAccent, renderBold, renderDim } from '../parts/colors.ts';
import type { FittedColumn } from '../parts/fit-columns.ts';
import { cut, measureWidth } from '../parts/marks.ts';
import { type Tui, useArea, useTui } from '../parts/tui-context.ts';
import type { Step } from '../parts/viewport.ts';
import type { ActionPages } from './action-run.tsx';
import { formatFilters } from './filter-flow.tsx';
import {
  type DataRecord,
  fitList,
  formatHeadLine,
  formatRowLine,
  type ListColumn,
  listColumns,
} from './list/list-columns.ts';
import {
  containsText,
  countScrollSteps,
  type ListView,
  maxHiddenRead,
  plainView,
  scrollColumns,
} from './list/list-view.tsx';
import { firstPlace, type Place, usePlace } from './list/use-place.ts';
import { usePlacing } from './list/use-placing.ts';
import { countRowsBefore, getSample, type Rows, type Sight, useRows } from './list/use-rows.ts';
import type { Opening } from './opening.ts';
import { recordLines } from './record/record-lines.ts';
import { recordName } from './resource-words.ts';
import { useListKeys } from './use-list-keys.tsx';
import { useOpening } from './use-opening.tsx';

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

interface ListRowsProps {
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
function ListRows(props: ListRowsProps) {
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

/** How often the displayed age of the rows is updated, in ms. */
const ageStepMs = 5_000;

/** The state, the view and the cursor of a list when it was left. */
interface SavedPosition {
  readonly state: ListState;
  readonly view: ListView;
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

/** Actions of a list that do not move the cursor. */
const keepsPlace: readonly ListAction['type'][] = ['toggle', 'pickAll', 'pickNone', 'columns'];

/** From this width on, the record next to the pointer is shown next to the list. */
const previewFrom = 130;

function startState(tui: Tui, key: string, start: ListState | null): SavedPosition {
  const stored = tui.memory.get(key) as SavedPosition | undefined;
  if (start) return { state: start, view: stored?.view ?? plainView, place: firstPlace };
  return stored ?? { state: createListState(), view: plainView, place: firstPlace };
}

/** Which row it is, counted from the end that is known. */
function placeWords(rows: Rows, at: number, total: string, { t, locale }: Tui): string {
  const before = countRowsBefore(rows);
  if (before === null) return t('tui.fromEnd', { count: formatNumber(rows.items.length - at, locale) });
  return `${formatNumber(before + at + 1, locale)}/${total}${rows.capped ? '+' : ''}`;
}

/** The age of the rows while they cannot be read, updated regularly; empty otherwise. */
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
  readonly view: ListView;
  /** Rows that are not hidden. */
  readonly shown: number;
  readonly at: number;
  /** The age of the rows; empty while they are updated. */
  readonly age: string;
  readonly width: number;
}

function statusLine({ resource, state, rows, view, shown, at, age, width }: StatusDeps, tui: Tui): string {
  const { t } = tui;
  const total = formatNumber(rows.total, tui.locale);
  const count = t(rows.capped ? 'list.capped' : 'list.total', { count: total });
  const picked = countPicked(state.picked, rows.total);
  const number = (value: number) => formatNumber(value, tui.locale);
  const where =
    view.hidden === ''
      ? placeWords(rows, at, total, tui)
      : t('tui.shownOfRead', {
          place: number(Math.min(shown, at + 1)),
          shown: number(shown),
          read: number(rows.items.length),
        });
  const parts = [
    // How many there are is not known before the first answer.
    rows.items.length > 0 ? where : rows.loading || rows.failed ? '' : count,
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
  const hidden = view.hidden === '' ? '' : `!"${escapeControls(view.hidden)}"  `;
  const filters = cut(hidden + formatFilters(resource, state, tui), width - measureWidth(words) - 3, tui.marks);
  return filters === '' ? renderDim(words) : `${renderDim(words)}   ${applyTone(filters, 'info')}`;
}

function emptyWords(state: ListState, view: ListView, rows: Rows, tui: Tui): string {
  if (rows.loading) return tui.t('common.loading');
  if (rows.failed) return tui.t('tui.loadFailed');
  const narrowed = view.hidden !== '' || state.keyword !== '' || Object.keys(state.filters).length > 0;
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
  const { rows, given, more, readFrom, reload, change: changeRows, isStill, staleSince } = live;
  const [view, setView] = useState(stored.view);
  const columns = useMemo(
    () => listColumns(resource, tui, { chosen: state.columns, isWide: view.isWide }),
    [resource, tui, state.columns, view.isWide],
  );
  const shown = useMemo(
    () => (view.hidden === '' ? rows.items : rows.items.filter((one) => !containsText(columns, one, view.hidden, tui))),
    [rows.items, columns, view.hidden, tui],
  );
  const count = shown.length;
  const seen = { items: shown, height, from: rows.from, isStill };
  const { place, at, top, step: stepBy, rewind } = usePlace(stored.place, seen);
  const indexOf = (record: DataRecord | undefined) => (record ? rows.items.indexOf(record) : 0);
  inSight.current = { start: indexOf(shown[top]), end: indexOf(shown[Math.min(count, top + height) - 1]) + 1 };
  const age = useAge(staleSince);
  const chosen = shown[at] ?? null;
  const preview = area.width >= previewFrom && !view.isWide ? Math.floor(area.width * 0.34) : 0;
  const width = area.width - (preview > 0 ? preview + 1 : 0);
  const sort = useMemo(() => state.sort ?? parseSort(resource.list.sort), [state.sort, resource]);
  const placed = useMemo(
    () => (view.isWide ? scrollColumns(resource, columns, view.offset) : columns),
    [resource, columns, view.isWide, view.offset],
  );
  const fitted = useMemo(
    () => fitList(placed, getSample(rows), width - 4, sort, tui),
    [placed, rows, width, sort, tui],
  );
  useEffect(() => {
    tui.memory.set(memoryKey, { state, view, place } satisfies SavedPosition);
  }, [tui.memory, memoryKey, state, view, place]);
  useEffect(() => {
    const isNear = rows.from === 'first' ? at >= count - height : at < height;
    const hasRead = rows.items.length;
    const isEnough = view.hidden === '' ? count === 0 : hasRead === 0 || (hasRead >= maxHiddenRead && at < count - 1);
    if (!isEnough && place.from === rows.from && isNear) more();
  }, [at, height, count, place.from, rows.from, rows.items.length, view.hidden, more]);
  const step = (by: Step) => {
    if (by === 'top' || by === 'bottom') readFrom(by === 'top' ? 'first' : 'last');
    stepBy(by);
  };
  const change = (action: ListAction) => {
    dispatch(action);
    if (!keepsPlace.includes(action.type)) rewind();
  };
  const changeView = (changes: Partial<ListView>) => {
    setView((known) => ({ ...known, ...changes }));
    if (changes.hidden !== undefined) rewind();
  };
  const placing = usePlacing({ resource, state, rows, isWhole: view.hidden === '', at, change: changeRows, reload });
  useOpening(opening, { resource, pages, state }, reload);
  const asGiven = given.find(({ id }) => id === chosen?.id) ?? null;
  const display = { view, changeView, columns: placed, shown, scrolls: countScrollSteps(resource, columns) };
  useListKeys({ resource, pages, state, rows, chosen, given: asGiven, change, step, reload, placing, display });
  return (
    <Box flexDirection="column" width={area.width} height={area.height}>
      <Box height={height + 1}>
        <ListRows
          head={formatHeadLine(placed, fitted, sort, tui)}
          columns={placed}
          fitted={fitted}
          records={shown.slice(top, top + height)}
          chosenId={chosen?.id ?? null}
          isPicked={(id) => isPicked(state.picked, id)}
          width={width}
          height={height + 1}
          instead={emptyWords(state, view, rows, tui)}
        />
        {preview > 0 && <RecordPreview resource={resource} record={chosen} width={preview} height={height + 1} />}
      </Box>
      {area.height > 2 && (
        <Text wrap="truncate">{` ${statusLine({ resource, state, rows, view, shown: count, at, age, width: area.width - 2 }, tui)}`}</Text>
      )}
    </Box>
  );
}

/** How long the pointer must rest on a record before it is described, in ms: records that it passes cost a slow line nothing. */
const previewDelayMs = 250;

/** The record that the pointer rests on; a record that changes, the first one and none are taken immediately. */
function useRestedRecord(record: DataRecord | null): DataRecord | null {
  const [rested, setRested] = useState(record);
  const isMoving = record !== null && rested !== null && record.id !== rested.id;
  useEffect(() => {
    if (!isMoving) return setRested(record);
    const timer = setTimeout(() => setRested(record), previewDelayMs);
    return () => clearTimeout(timer);
  }, [record, isMoving]);
  return isMoving ? rested : record;
}

/** The record next to the pointer, as far as its list knows it: nothing is fetched for it. */
function RecordPreview(props: {
  readonly resource: AnyResource;
  readonly record: DataRecord | null;
  readonly width: number;
  readonly height: number;
}) {
  const tui = useTui();
  const { resource, width, height } = props;
  const record = useRestedRecord(props.record);
  const rule = Array.from({ length: height }, () => renderDim(tui.marks.verticalLine)).join('\n');
  const inner = width - 3;
  const lines = record
    ? [
        renderAccent(renderBold(cut(recordName(resource, record, tui), inner, tui.marks))),
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
