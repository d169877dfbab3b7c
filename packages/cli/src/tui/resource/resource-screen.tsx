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
import type { DeepLink } from './deep-link.ts';
import { formatFilters } from './filter-flow.tsx';
import {
  type DataRecord,
  fitList,
  formatHeadings,
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
import { firstPosition, type ListPosition, useListPosition } from './list/use-list-position.ts';
import { useReorder } from './list/use-reorder.ts';
import { countRowsBefore, getSample, type RowRange, type Rows, useRows } from './list/use-rows.ts';
import { renderRecord } from './record/render-record.ts';
import { getRecordName } from './resource-text.ts';
import { useDeepLink } from './use-deep-link.tsx';
import { useListKeys } from './use-list-keys.tsx';

interface RowProps {
  readonly columns: readonly ListColumn[];
  readonly fitted: readonly FittedColumn[];
  readonly record: DataRecord;
  readonly chosen: boolean;
  readonly picked: boolean;
  readonly width: number;
}

/** One record as one line; rendered again only when it changes. */
const Row = memo(function Row({ columns, fitted, record, chosen, picked, width }: RowProps) {
  const tui = useTui();
  return <Text wrap="truncate">{formatRowLine(columns, fitted, record, { chosen, picked, width }, tui)}</Text>;
});

interface ListRowsProps {
  readonly head: string;
  readonly columns: readonly ListColumn[];
  readonly fitted: readonly FittedColumn[];
  /** Only the visible records. */
  readonly records: readonly DataRecord[];
  readonly chosenId: number | null;
  readonly isPicked: (id: number) => boolean;
  readonly width: number;
  readonly height: number;
  /** Shown when there are no rows. */
  readonly emptyText: string;
}

/** The headings of a list and its visible records. */
function ListRows(props: ListRowsProps) {
  const { columns, fitted, records, width } = props;
  return (
    <Box flexDirection="column" width={width} height={props.height} overflow="hidden">
      <Text wrap="truncate">{props.head}</Text>
      {records.length === 0 && <Text>{`   ${renderDim(props.emptyText)}`}</Text>}
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

/** The state, the view and the cursor of a list, saved when the user leaves it. */
interface SavedList {
  readonly state: ListState;
  readonly view: ListView;
  readonly position: ListPosition;
}

export interface ResourceScreenProps {
  readonly resource: AnyResource;
  readonly pages: ActionPages;
  /** The state from the route, which takes precedence over the saved one; null without one. */
  readonly start: ListState | null;
  /** What the route opens over the list. */
  readonly deepLink?: DeepLink | null;
}

/** Actions of a list that do not move the cursor. */
const keepsCursor: readonly ListAction['type'][] = ['toggle', 'pickAll', 'pickNone', 'columns'];

/** Minimum width, in columns, for a preview of the chosen record beside the list. */
const previewMinWidth = 130;

function getInitialState(tui: Tui, key: string, start: ListState | null): SavedList {
  const stored = tui.memory.get(key) as SavedList | undefined;
  if (start) return { state: start, view: stored?.view ?? plainView, position: firstPosition };
  return stored ?? { state: createListState(), view: plainView, position: firstPosition };
}

/** The position of a row in the list; counted from the end of the list when the rows before it are not counted. */
function formatPosition(rows: Rows, at: number, total: string, { t, locale }: Tui): string {
  const before = countRowsBefore(rows);
  if (before === null) return t('tui.fromEnd', { count: formatNumber(rows.items.length - at, locale) });
  return `${formatNumber(before + at + 1, locale)}/${total}${rows.capped ? '+' : ''}`;
}

/** The age of the rows while they cannot be updated; empty otherwise. */
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

function renderStatusLine({ resource, state, rows, view, shown, at, age, width }: StatusDeps, tui: Tui): string {
  const { t } = tui;
  const total = formatNumber(rows.total, tui.locale);
  const count = t(rows.capped ? 'list.capped' : 'list.total', { count: total });
  const picked = countPicked(state.picked, rows.total);
  const getNumber = (value: number) => formatNumber(value, tui.locale);
  const position =
    view.hidden === ''
      ? formatPosition(rows, at, total, tui)
      : t('tui.shownOfRead', {
          place: getNumber(Math.min(shown, at + 1)),
          shown: getNumber(shown),
          read: getNumber(rows.items.length),
        });
  const parts = [
    // The total is not known before the first response.
    rows.items.length > 0 ? position : rows.loading || rows.failed ? '' : count,
    rows.items.length > 0 && !rows.capped ? count : '',
    state.picked.mode === 'allExcept'
      ? t('list.allMatching', { count: formatNumber(picked, tui.locale) })
      : picked > 0
        ? t('list.selected', { count: formatNumber(picked, tui.locale) })
        : '',
    rows.loading ? t('common.loading') : rows.failed && rows.items.length > 0 ? t('tui.loadFailed') : age,
    ...formatTotals(resource, rows.summary, tui).map(({ label, text }) => `${label} ${text}`),
  ];
  const visibleParts = parts.filter((part) => part !== '');
  // A figure is never truncated, because a part of an amount would look like another amount.
  while (visibleParts.length > 1 && measureWidth(visibleParts.join('   ')) > width) visibleParts.pop();
  const status = cut(visibleParts.join('   '), width, tui.marks);
  const hidden = view.hidden === '' ? '' : `!"${escapeControls(view.hidden)}"  `;
  const filters = cut(hidden + formatFilters(resource, state, tui), width - measureWidth(status) - 3, tui.marks);
  return filters === '' ? renderDim(status) : `${renderDim(status)}   ${applyTone(filters, 'info')}`;
}

function getEmptyText(state: ListState, view: ListView, rows: Rows, tui: Tui): string {
  if (rows.loading) return tui.t('common.loading');
  if (rows.failed) return tui.t('tui.loadFailed');
  const isFiltered = view.hidden !== '' || state.keyword !== '' || Object.keys(state.filters).length > 0;
  return isFiltered ? tui.t('list.nothing') : tui.t('common.empty');
}

/** The screen of a resource: its list and the actions on it. */
export function ResourceScreen({ resource, pages, start, deepLink = null }: ResourceScreenProps) {
  const tui = useTui();
  const area = useArea();
  const memoryKey = `list:${resource.name}`;
  const [stored] = useState(() => getInitialState(tui, memoryKey, start));
  const [state, dispatch] = useReducer(listReducer, stored.state);
  const height = Math.max(1, area.height - 2);
  const visibleRange = useRef<RowRange>({ start: 0, end: 0 });
  const live = useRows(resource, state, () => visibleRange.current, stored.position.from);
  const { rows, originals, readMore, readFrom, reload, change: changeRows, isSettled, staleSince } = live;
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
  const visibleRows = { items: shown, height, from: rows.from, isSettled };
  const { position, at, top, step: stepBy, rewind } = useListPosition(stored.position, visibleRows);
  const indexOf = (record: DataRecord | undefined) => (record ? rows.items.indexOf(record) : 0);
  visibleRange.current = { start: indexOf(shown[top]), end: indexOf(shown[Math.min(count, top + height) - 1]) + 1 };
  const age = useAge(staleSince);
  const chosen = shown[at] ?? null;
  const preview = area.width >= previewMinWidth && !view.isWide ? Math.floor(area.width * 0.34) : 0;
  const width = area.width - (preview > 0 ? preview + 1 : 0);
  const sort = useMemo(() => state.sort ?? parseSort(resource.list.sort), [state.sort, resource]);
  const visibleColumns = useMemo(
    () => (view.isWide ? scrollColumns(resource, columns, view.offset) : columns),
    [resource, columns, view.isWide, view.offset],
  );
  const fitted = useMemo(
    () => fitList(visibleColumns, getSample(rows), width - 4, sort, tui),
    [visibleColumns, rows, width, sort, tui],
  );
  useEffect(() => {
    tui.memory.set(memoryKey, { state, view, position } satisfies SavedList);
  }, [tui.memory, memoryKey, state, view, position]);
  useEffect(() => {
    const isNear = rows.from === 'first' ? at >= count - height : at < height;
    const hasRead = rows.items.length;
    const isEnough = view.hidden === '' ? count === 0 : hasRead === 0 || (hasRead >= maxHiddenRead && at < count - 1);
    if (!isEnough && position.from === rows.from && isNear) readMore();
  }, [at, height, count, position.from, rows.from, rows.items.length, view.hidden, readMore]);
  const step = (by: Step) => {
    if (by === 'top' || by === 'bottom') readFrom(by === 'top' ? 'first' : 'last');
    stepBy(by);
  };
  const change = (action: ListAction) => {
    dispatch(action);
    if (!keepsCursor.includes(action.type)) rewind();
  };
  const changeView = (changes: Partial<ListView>) => {
    setView((current) => ({ ...current, ...changes }));
    if (changes.hidden !== undefined) rewind();
  };
  const reordering = useReorder({
    resource,
    state,
    rows,
    isComplete: view.hidden === '',
    at,
    change: changeRows,
    reload,
  });
  useDeepLink(deepLink, { resource, pages, state }, reload);
  const original = originals.find(({ id }) => id === chosen?.id) ?? null;
  const display = { view, changeView, columns: visibleColumns, shown, scrolls: countScrollSteps(resource, columns) };
  useListKeys({ resource, pages, state, rows, chosen, original: original, change, step, reload, reordering, display });
  return (
    <Box flexDirection="column" width={area.width} height={area.height}>
      <Box height={height + 1}>
        <ListRows
          head={formatHeadings(visibleColumns, fitted, sort, tui)}
          columns={visibleColumns}
          fitted={fitted}
          records={shown.slice(top, top + height)}
          chosenId={chosen?.id ?? null}
          isPicked={(id) => isPicked(state.picked, id)}
          width={width}
          height={height + 1}
          emptyText={getEmptyText(state, view, rows, tui)}
        />
        {preview > 0 && <RecordPreview resource={resource} record={chosen} width={preview} height={height + 1} />}
      </Box>
      {area.height > 2 && (
        <Text wrap="truncate">{` ${renderStatusLine({ resource, state, rows, view, shown: count, at, age, width: area.width - 2 }, tui)}`}</Text>
      )}
    </Box>
  );
}

/** How long the pointer must rest on a record before it is previewed, in ms, so that passing records cause no traffic. */
const previewDelayMs = 250;

/** The record that the pointer rests on. A change of that record, the first record and no record take effect immediately. */
function useSettledRecord(record: DataRecord | null): DataRecord | null {
  const [settled, setSettled] = useState(record);
  const isMoving = record !== null && settled !== null && record.id !== settled.id;
  useEffect(() => {
    if (!isMoving) return setSettled(record);
    const timer = setTimeout(() => setSettled(record), previewDelayMs);
    return () => clearTimeout(timer);
  }, [record, isMoving]);
  return isMoving ? settled : record;
}

/** A preview of the chosen record with the values from the list; nothing is loaded for it. */
function RecordPreview(props: {
  readonly resource: AnyResource;
  readonly record: DataRecord | null;
  readonly width: number;
  readonly height: number;
}) {
  const tui = useTui();
  const { resource, width, height } = props;
  const record = useSettledRecord(props.record);
  const rule = Array.from({ length: height }, () => renderDim(tui.marks.verticalLine)).join('\n');
  const innerWidth = width - 3;
  const lines = record
    ? [
        renderAccent(renderBold(cut(getRecordName(resource, record, tui), innerWidth, tui.marks))),
        '',
        ...renderRecord(resource, record, innerWidth, tui),
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
