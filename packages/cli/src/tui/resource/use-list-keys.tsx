import {
  type AnyResource,
  countPicked,
  decodeListState,
  emptySelection,
  formatNumber,
  type ListAction,
  type ListState,
  type ViewsAnswer,
  viewCalls,
} from '@gantry/core';
import { escapeControls } from '../../output/wrap-text.ts';
import { keymaps } from '../keys/keymap.ts';
import { getMenuHeight, Menu, type MenuItem } from '../parts/menu.tsx';
import { Prompt, promptHeight } from '../parts/prompt.tsx';
import { type Tui, useTui } from '../parts/tui-context.ts';
import { useKeys } from '../parts/use-keys.ts';
import type { Step } from '../parts/viewport.ts';
import type { ActionPages } from './action-run.tsx';
import { chooseAction, hasActions } from './actions-flow.tsx';
import { type ChangeResult, runBulk } from './bulk-flow.tsx';
import { exportList } from './export-flow.tsx';
import { chooseFilter, chooseSort } from './filter-flow.tsx';
import type { DataRecord, ListColumn } from './list/list-columns.ts';
import { chooseColumns, type ListView, reverseSort, sortByNext } from './list/list-view.tsx';
import type { useReorder } from './list/use-reorder.ts';
import type { Rows } from './list/use-rows.ts';
import { chooseRelated, useHasRelated } from './record/related-flow.tsx';
import { createRecord, deleteRecord, updateRecord } from './record/write-flow.tsx';
import { explainVerbRejection, getResourceName } from './resource-text.ts';
import { hasTestAction, runTestAction } from './test-action.ts';
import { useUndo } from './undo-flow.ts';
import { openRecordView, selectAll } from './use-deep-link.tsx';

export interface ListKeysDeps {
  readonly resource: AnyResource;
  readonly pages: ActionPages;
  readonly state: ListState;
  readonly rows: Rows;
  readonly chosen: DataRecord | null;
  /** The same record as the server sent it. */
  readonly original: DataRecord | null;
  readonly change: (action: ListAction) => void;
  readonly step: (by: Step) => void;
  readonly reload: () => void;
  /** Handlers that move the chosen record while the list shows its manual order. */
  readonly reordering: ReturnType<typeof useReorder>;
  readonly display: ListDisplay;
}

/** How the list is shown, and what of it is visible. */
interface ListDisplay {
  readonly view: ListView;
  readonly changeView: (changes: Partial<ListView>) => void;
  readonly columns: readonly ListColumn[];
  /** Records that are not hidden. */
  readonly shown: readonly DataRecord[];
  /** How many columns a wide list can be scrolled by. */
  readonly scrolls: number;
}

/** Formats the number of picked records: "2 selected", "All 25 matching". */
function formatPicked({ picked }: ListState, { total, capped }: Rows, { t, locale }: Tui): string {
  const isAll = picked.mode === 'allExcept';
  const count = `${formatNumber(countPicked(picked, total), locale)}${isAll && capped ? '+' : ''}`;
  return t(isAll ? 'list.allMatching' : 'list.selected', { count });
}

/** Handlers of the keys that act on records. */
function useRecordFlows({ resource, pages, state, rows, chosen, change, reload, display }: ListKeysDeps) {
  const tui = useTui();
  const hasRelated = useHasRelated(resource);
  const picked = state.picked.mode === 'allExcept' || state.picked.ids.size > 0;
  const handleChange = (changed: ChangeResult) => {
    if (!changed) return;
    if (picked && changed !== 'part') change({ type: 'pickNone' });
    reload();
  };
  const undo = useUndo(resource.name, tui, handleChange);
  const view = async (record: DataRecord) => {
    if (await openRecordView({ resource, pages }, record.id, tui)) reload();
  };
  const openRelated = () =>
    chosen && void chooseRelated(resource, chosen, tui).then((link) => link !== null && tui.go(link));
  const remove = () => {
    const action = { name: 'delete', label: `${tui.t('verb.delete')} ${getResourceName(resource, tui)}` };
    if (picked && resource.access.batch) void runBulk(resource, state, action, tui).then(handleChange);
    else if (chosen) void deleteRecord(resource, chosen, tui).then(handleChange);
  };
  const handlers = {
    ...undo.handlers,
    view: () => chosen && void view(chosen),
    create: () => void createRecord(resource, tui).then((id) => handleChange(id !== null)),
    update: () => chosen && void updateRecord(resource, chosen.id, tui).then(handleChange),
    delete: remove,
    ...(hasRelated ? { related: openRelated } : {}),
    ...(hasActions(resource, pages, ['record', 'collection'], tui)
      ? {
          actions: () =>
            void chooseAction(resource, chosen, state, pages, tui, formatPicked(state, rows, tui)).then(handleChange),
        }
      : {}),
    // Hidden rows match the filters too, so an action on all matching records would include them.
    ...(resource.access.batch && display.view.hidden === '' && hasActions(resource, pages, ['record'], tui)
      ? {
          actionsOnAll: () =>
            void chooseAction(
              resource,
              null,
              selectAll(state),
              pages,
              tui,
              formatPicked(selectAll(state), rows, tui),
            ).then(handleChange),
        }
      : {}),
    ...(hasTestAction(resource, tui.rights)
      ? { testDraft: () => void runTestAction(resource, chosen, pages, tui).then(({ done }) => handleChange(done)) }
      : {}),
  };
  return { handlers, names: undo.names };
}

/** Handlers of the keys that change the columns of the list and its sort order. */
function createViewHandlers({ resource, state, change, display }: ListKeysDeps, tui: Tui) {
  const { view, changeView, columns, scrolls } = display;
  const run = (actions: readonly ListAction[]) => {
    for (const action of actions) change(action);
  };
  const scroll = (by: 1 | -1) => changeView({ offset: Math.max(0, Math.min(scrolls, view.offset + by)) });
  return {
    columns: () => void chooseColumns(resource, state, tui).then((action) => action && change(action)),
    wide: () => changeView({ isWide: !view.isWide, offset: 0 }),
    ...(view.isWide ? { scrollLeft: () => scroll(-1), scrollRight: () => scroll(1) } : {}),
    sortNext: () => run(sortByNext(resource, state, columns, 1)),
    sortPrevious: () => run(sortByNext(resource, state, columns, -1)),
    reverseSort: () => run(reverseSort(resource, state)),
  };
}

/** Binds the keys of a list. */
export function useListKeys(deps: ListKeysDeps): void {
  const tui = useTui();
  const { resource, state, chosen, original, change, step, reload, display } = deps;
  const { view, changeView } = display;
  const flows = useRecordFlows(deps);
  const isSearchable = Object.values(resource.fields).some((field) => field.search === true);
  const promptKeyword = async () => {
    const text = await tui.open<string | null>(promptHeight, (close) => (
      <Prompt
        title={tui.t('common.search')}
        label="/"
        value={view.hidden === '' ? state.keyword : `!${view.hidden}`}
        hint={tui.t('tui.hint.search')}
        onDone={close}
      />
    ));
    if (text === null) return;
    const [, hidden = ''] = /^!(.*)$/s.exec(text.trim()) ?? [];
    changeView({ hidden: hidden.trim() });
    if (hidden === '') change({ type: 'keyword', keyword: text.trim() });
  };
  const applyChosen = (requested: Promise<ListAction | null>) =>
    void requested.then((action) => action && change(action));
  useKeys(
    keymaps.list,
    {
      ...flows.handlers,
      ...deps.reordering,
      ...(isSearchable ? { keyword: () => void promptKeyword() } : {}),
      filter: () => applyChosen(chooseFilter(resource, state, tui)),
      sort: () => applyChosen(chooseSort(resource, state, tui)),
      savedView: () => applyChosen(chooseSavedView(resource, tui)),
      pick: () => {
        if (!chosen) return;
        change({ type: 'toggle', id: chosen.id });
        step('down');
      },
      pickAll: () => {
        if (state.picked !== emptySelection) change({ type: 'pickNone' });
        else if (view.hidden === '') change({ type: 'pickAll' });
        else for (const { id } of display.shown) change({ type: 'toggle', id });
      },
      reset: () => {
        change({ type: 'reset' });
        changeView({ hidden: '' });
      },
      ...createViewHandlers(deps, tui),
      refresh: reload,
      ...(view.hidden === '' ? { export: () => void exportList(resource, state, tui) } : {}),
      copyId: () => chosen && tui.copy(String(chosen.id)),
      copyRow: () => original && tui.copy(JSON.stringify(original)),
      down: () => step('down'),
      up: () => step('up'),
      pageDown: () => step('pageDown'),
      pageUp: () => step('pageUp'),
      top: () => step('top'),
      bottom: () => step('bottom'),
    },
    { rejection: explainVerbRejection(resource, tui), names: flows.names },
  );
}

/** Lets the user choose a saved view of the list: its keyword, filters and sort order. Returns null when none was chosen. */
async function chooseSavedView(resource: AnyResource, tui: Tui): Promise<ListAction | null> {
  const { views } = await tui.client.call<ViewsAnswer>(viewCalls.viewList.path, { resource: resource.name });
  const items: MenuItem<number>[] = [
    { label: tui.t('tui.plainView'), value: 0 },
    ...views.map(({ id, name, own, ownerName }) => ({
      label: escapeControls(name),
      value: id,
      ...(own ? {} : { note: escapeControls(ownerName) }),
    })),
  ];
  const chosen = await tui.open<number | null>(getMenuHeight(items), (close) => (
    <Menu title={tui.t('tui.key.savedView')} items={items} onDone={close} />
  ));
  if (chosen === null) return null;
  const query = views.find(({ id }) => id === chosen)?.query ?? {};
  const { keyword, filters, sort, columns } = decodeListState((name) => query[name] ?? null);
  return { type: 'view', keyword, filters, sort, columns };
}
