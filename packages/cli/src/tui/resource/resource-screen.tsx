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
import { useEffect, useMemo, useReducer, useState } from 'react';
import { applyTone, renderDim } from '../parts/colours.ts';
import { cut, measureWidth } from '../parts/marks.ts';
import { type Tui, useArea, useTui } from '../parts/tui-context.ts';
import type { Step } from '../parts/viewport.ts';
import type { ActionPages } from './action-run.tsx';
import { formatFilters } from './filter-flow.tsx';
import { fitList, formatHeadLine, listColumns } from './list-columns.ts';
import { ListView } from './list-view.tsx';
import type { Opening } from './opening.ts';
import { RecordPreview } from './record/record-preview.tsx';
import { useListKeys } from './use-list-keys.tsx';
import { useOpening } from './use-opening.tsx';
import { firstPlace, type Place, usePlace } from './use-place.ts';
import { usePlacing } from './use-placing.ts';
import { countRowsBefore, getSample, type Rows, useRows } from './use-rows.ts';

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

function statusLine(resource: AnyResource, state: ListState, rows: Rows, at: number, width: number, tui: Tui): string {
  const { t } = tui;
  const total = formatNumber(rows.total, tui.locale);
  const count = t(rows.capped ? 'list.capped' : 'list.total', { count: total });
  const picked = countPicked(state.picked, rows.total);
  const parts = [
    // How many there are is not known before the first answer.
    rows.items.length > 0 ? placeWords(rows, at, total, tui) : rows.loading || rows.failed ? '' : count,
    rows.items.length > 0 ? count : '',
    state.picked.mode === 'allExcept'
      ? t('list.allMatching', { count: formatNumber(picked, tui.locale) })
      : picked > 0
        ? t('list.selected', { count: formatNumber(picked, tui.locale) })
        : '',
    rows.loading ? t('common.loading') : rows.failed && rows.items.length > 0 ? t('tui.loadFailed') : '',
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
  const { rows, given, more, readFrom, reload, change: changeRows } = useRows(resource, state, stored.place.from);
  const height = Math.max(1, area.height - 2);
  const count = rows.items.length;
  const seen = { count, height, from: rows.from, isStill: !rows.loading };
  const { place, at, top, step: stepBy, rewind } = usePlace(stored.place, seen);
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
  const placing = usePlacing({ resource, state, rows, at, step, change: changeRows, reload });
  useOpening(opening, { resource, pages, state }, reload);
  useListKeys({ resource, pages, state, chosen, given: given[at] ?? null, change, step, reload, placing });
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
        <Text wrap="truncate">{` ${statusLine(resource, state, rows, at, area.width - 2, tui)}`}</Text>
      )}
    </Box>
  );
}
