import {
  allFields,
  can,
  type Field,
  isPicked,
  type LocalizedText,
  listSortableFields,
  parseSort,
  pickTitleField,
} from '@gantry/core';
import { type RefObject, Suspense, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { useLocale, useSay } from '../../app/i18n/index.ts';
import { FieldCell, type FieldRecord, useWords } from '../../fields/index.ts';
import { useOnPaper } from '../../ui/appearance/index.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { ErrorState } from '../../ui/parts/index.ts';
import { RowActions } from '../action/row-actions.tsx';
import { listNextActions } from '../action/row-menu.ts';
import { type CellEdit, useCellEdit } from '../edit/use-cell-edit.ts';
import {
  type GridColumn,
  handleWidth,
  isTitleEnglish,
  layOutColumns,
  listSpareColumns,
  pickWidth,
  rowHeights,
} from '../grid/columns.ts';
import { Grid } from '../grid/grid.tsx';
import {
  measureActionsWidth,
  measureFigure,
  measureFolded,
  measureHeading,
  measureOptions,
} from '../grid/words-width.ts';
import { useNameOf } from '../name-words.ts';
import { OrderHandle } from '../order/order-handle.tsx';
import { OrderProvider, useHiddenOrder, useRowOrders } from '../order/use-hidden-order.ts';
import { useRowOrder } from '../order/use-row-order.ts';
import { usePageScope } from '../page-scope.tsx';
import { useTitleOf } from '../use-title-of.ts';
import { Cards } from './cards.tsx';
import { EmptyList } from './empty-list.tsx';
import { NotRefreshed } from './not-refreshed.tsx';
import { useCursorRow } from './use-cursor-row.ts';
import { useListKeys } from './use-list-keys.ts';
import type { ListUrl } from './use-list-url.ts';
import { usePicking } from './use-picking.ts';
import { useRowActions } from './use-row-actions.ts';
import type { Rows } from './use-rows.ts';

/** Returns the inner width of an element, in pixels. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(1000);
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    const measure = () => setWidth(box.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Window width of a phone, in pixels. */
const narrowWindow = 768;

const getStorageKey = 'listKeys';

/** Whether single-letter shortcuts are enabled. Users can disable them. */
function useLetterKeys(): readonly [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(() => localStorage.getItem(getStorageKey) !== 'off');
  const set = (next: boolean) => {
    localStorage.setItem(getStorageKey, next ? 'on' : 'off');
    setOn(next);
  };
  return [on, set];
}

const CellEditor = lazyPart(async () => ({ default: (await import('../edit/cell-editor.tsx')).CellEditor }));
const BeyondPages = lazyPart(async () => ({ default: (await import('./beyond-pages.tsx')).BeyondPages }));
const KeysDialog = lazyPart(async () => ({ default: (await import('./toolbar/keys-dialog.tsx')).KeysDialog }));

interface ListBodyProps {
  readonly list: ListUrl;
  readonly rows: Rows;
  readonly columns: readonly string[];
  /** Columns that the grid hides because they do not fit. */
  readonly away: readonly string[];
  readonly onAway: (names: readonly string[]) => void;
  readonly searchBox: RefObject<HTMLInputElement | null>;
  readonly helping: boolean;
  readonly onHelping: (helping: boolean) => void;
}

/** Width of the row actions for the labels of this resource in the current language. */
function useActionsWidth(): number {
  const t = useWords();
  const localize = useSay();
  const { resource, rights, slots } = usePageScope();
  const extra = slots.rowExtra ? [localize(slots.rowExtra.label)] : [];
  const heading = measureHeading(t('common.actions'), false);
  const others = [t(can(rights, resource, 'update') ? 'verb.update' : 'verb.get')];
  const actions = listNextActions(resource, rights, slots.placed).map(({ label }) => localize(label));
  return Math.max(measureActionsWidth(extra, [...actions, ...others], true), heading);
}

/** The rows as a grid or cards, with the cursor and the shortcuts. */
export function ListBody(props: ListBodyProps) {
  const { list, rows: known, columns, away, searchBox, helping, onHelping } = props;
  const nameOf = useNameOf();
  const t = useWords();
  const { resource, refresh } = usePageScope();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const { state, look, dispatch } = list;
  const place = JSON.stringify([state.keyword, state.filters, state.sort, state.page, state.pageSize, look.flow]);
  const cursor = useCursorRow(place, known.count);
  const { rows, scope, said } = useRowOrder(list, known, cursor.set);
  const hidden = useHiddenOrder(list, place, box);
  const [letters, setLetters] = useLetterKeys();
  const picking = usePicking(list, rows, cursor.active);
  const cells = useCellEdit(useMemo(() => sortColumns(columns, look.pinned, away), [columns, look.pinned, away]));
  const availableActions = useRowActions({
    list,
    rows,
    cursor,
    picking,
    cells,
    box,
    searchBox,
    onHelp: () => onHelping(true),
  });
  useListKeys(availableActions, letters);
  const label = t('resource.list.label', { name: nameOf(resource) });
  const onPaper = useOnPaper();
  // Paper has a fixed width, so a printed list shows all columns.
  const narrow = width < narrowWindow - 40 && !onPaper;
  const shared = { list, rows, columns, label };
  const isEmpty = rows.count === 0 && !rows.loading && !rows.error;
  const isPageMissing = rows.isBeyond || (isEmpty && state.page > 1 && rows.total !== null && rows.total > 0);
  return (
    <OrderProvider value={{ scope, hidden }}>
      <div ref={box} className="list-body">
        {rows.error && rows.total === null ? <ErrorState error={rows.error} onRetry={refresh} /> : null}
        {rows.error && rows.total !== null ? <NotRefreshed error={rows.error} onRetry={refresh} /> : null}
        <Suspense fallback={null}>{isPageMissing ? <BeyondPages list={list} rows={rows} /> : null}</Suspense>
        {isEmpty && !isPageMissing ? <EmptyList list={list} /> : null}
        {rows.count > 0 && narrow ? (
          <Cards
            {...shared}
            picked={(id) => isPicked(state.picked, id)}
            onPick={(id) => dispatch({ type: 'toggle', id })}
          />
        ) : null}
        {rows.count > 0 && !narrow ? (
          <ListGrid
            key={place}
            {...shared}
            width={width}
            cursor={cursor}
            picking={picking}
            cells={cells}
            onAway={props.onAway}
            onOpen={availableActions.openAt}
          />
        ) : null}
        <Suspense fallback={null}>
          {helping ? <KeysDialog letters={letters} onLetters={setLetters} onClose={() => onHelping(false)} /> : null}
        </Suspense>
        <p className="unseen" role="status" data-testid="order-says">
          {said}
        </p>
      </div>
    </OrderProvider>
  );
}

interface ListGridProps {
  readonly list: ListUrl;
  readonly rows: Rows;
  readonly columns: readonly string[];
  readonly label: string;
  readonly width: number;
  readonly cursor: ReturnType<typeof useCursorRow>;
  readonly picking: ReturnType<typeof usePicking>;
  readonly cells: CellEdit;
  readonly onAway: (names: readonly string[]) => void;
  readonly onOpen: (index: number, column: string | null) => void;
}

/** Returns the width of the longest possible value, if known. */
function getValuesWidth(field: Field | undefined, localize: (words: LocalizedText) => string): number {
  if (field?.kind === 'state' || field?.kind === 'choice')
    return measureOptions(Object.values(field.options).map(localize));
  return field?.kind === 'integer' && field.unit ? measureFigure(localize(field.unit)) : 0;
}

/** The label of the title column in English: that of the English text, without its language. */
const getTitleHeading = ({ en }: LocalizedText) => en.replace(/ \((?:Chinese|English)\)$/, '');

function useLayout(list: ListUrl, columns: readonly string[], space: number, lead: number) {
  const localize = useSay();
  const locale = useLocale();
  const { resource } = usePageScope();
  const { look, state } = list;
  const sort = (state.sort ?? parseSort(resource.list.sort))?.field;
  const onPaper = useOnPaper();
  // A printed list cannot be scrolled, so all of its columns are shown.
  const keepsAll = onPaper || state.columns !== null;
  const headings = useMemo(() => {
    const fields = allFields(resource);
    const isEnglish = isTitleEnglish(resource, columns, locale);
    const getHeading = (name: string, { label }: Field) =>
      isEnglish && name === resource.title ? getTitleHeading(label) : localize(label);
    return Object.fromEntries(columns.map((name) => [name, fields[name] ? getHeading(name, fields[name]) : name]));
  }, [resource, columns, localize, locale]);
  const layout = useMemo(() => {
    const fields = allFields(resource);
    const sortable = new Set(listSortableFields(resource));
    const least = Object.entries(headings).map(([name, words]) => {
      const field = fields[name];
      const options = getValuesWidth(field, localize);
      const sorts = sortable.has(name);
      const space = { heading: measureHeading(words, sorts), folded: measureFolded(words, sorts), options };
      return [name, space] as const;
    });
    const spare = keepsAll ? [] : listSpareColumns(resource, columns, look, sort);
    return layOutColumns(resource, columns, look, space, Object.fromEntries(least), lead, spare);
  }, [resource, columns, look, space, headings, localize, lead, keepsAll, sort]);
  return { headings, layout };
}

function ListGrid(props: ListGridProps) {
  const { list, rows, columns, label, width, cursor, picking, cells, onAway, onOpen } = props;
  const { resource } = usePageScope();
  const titleOf = useTitleOf(resource);
  const { state, look, dispatch, setLook } = list;
  const actionWidth = useActionsWidth();
  const { scope, hidden } = useRowOrders();
  const isEnglish = isTitleEnglish(resource, columns, useLocale());
  const lead = pickWidth + (scope || hidden ? handleWidth : 0);
  const { headings, layout } = useLayout(list, columns, width - lead - actionWidth - 2, lead);
  useEffect(() => {
    onAway(columns.filter((name) => !layout.some((column) => column.name === name)));
    return () => onAway([]);
  }, [columns, layout, onAway]);
  return (
    <Grid
      label={label}
      columns={layout}
      headings={headings}
      rowHeight={rowHeights[look.density]}
      rowCount={rows.count}
      rowAt={rows.at}
      firstRow={rows.first}
      matching={rows.capped ? null : rows.total}
      busy={rows.loading}
      stale={rows.stale}
      sort={state.sort ?? parseSort(resource.list.sort)}
      picked={(id) => isPicked(state.picked, id)}
      pickedState={picking.state}
      active={cursor.active}
      activeCell={cells.column}
      actionWidth={actionWidth}
      pickWidth={lead}
      onWindow={rows.onWindow}
      onSort={(field) => dispatch({ type: 'sort', field })}
      onResize={(name, wanted) => setLook({ widths: { ...look.widths, [name]: wanted } })}
      onPick={picking.pick}
      onPickAll={picking.pickPage}
      onActive={cursor.set}
      onOpen={onOpen}
      cell={(column, record) => <GridCell column={column} record={record} isEnglish={isEnglish} />}
      editor={(column, record) =>
        isOpen(cells, column, record) ? <OpenedCell column={column} record={record} cells={cells} /> : null
      }
      handle={(record, index, active) => <OrderHandle record={record} index={index} reachable={active} />}
      actions={(record, index, active) => <RowActions record={record} index={index} reachable={active} />}
      titleOf={titleOf}
    />
  );
}

/** Returns the columns in grid order: pinned ones first, without hidden ones. */
function sortColumns(columns: readonly string[], pinned: readonly string[], away: readonly string[]): string[] {
  const shown = columns.filter((name) => !away.includes(name));
  return [...shown.filter((name) => pinned.includes(name)), ...shown.filter((name) => !pinned.includes(name))];
}

function isOpen({ opened }: CellEdit, column: GridColumn, record: FieldRecord): boolean {
  return opened !== null && opened.id === record.id && opened.name === column.name;
}

interface OpenedCellProps {
  readonly column: GridColumn;
  readonly record: FieldRecord;
  readonly cells: CellEdit;
}

/** The editor is loaded when the first cell is opened; until then the cell shows its value. */
function OpenedCell({ column, record, cells }: OpenedCellProps) {
  return (
    <Suspense fallback={<GridCell column={column} record={record} />}>
      <CellEditor key={column.name} name={column.name} field={column.field} record={record} onDone={cells.close} />
    </Suspense>
  );
}

interface GridCellProps {
  readonly column: GridColumn;
  readonly record: FieldRecord;
  /** Whether the title is shown in English. */
  readonly isEnglish?: boolean;
}

function GridCell({ column, record, isEnglish = false }: GridCellProps) {
  const { resource, slots, hrefOf } = usePageScope();
  const { title } = resource;
  const name = isEnglish && column.name === title ? pickTitleField(title, record, 'en-US') : column.name;
  const Own = slots.cell?.[column.name];
  const cell = Own ? (
    <Own field={column.field} name={column.name} value={record[column.name]} record={record} />
  ) : (
    <FieldCell field={resource.fields[name] ?? column.field} name={name} record={record} />
  );
  if (column.name !== resource.title) return cell;
  return (
    <Link className="title-link" tabIndex={-1} to={hrefOf({ kind: 'view', id: Number(record.id), tab: '' })}>
      {record[name] ? cell : `#${String(record.id)}`}
    </Link>
  );
}
