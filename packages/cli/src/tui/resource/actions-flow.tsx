import {
  type Action,
  type AnyResource,
  canChange,
  canRun,
  canUse,
  emptySelection,
  getInputFields,
  type ListState,
  localize,
} from '@gantry/core';
import { getMenuHeight, Menu, type MenuItem } from '../parts/menu.tsx';
import type { Tui } from '../parts/tui-context.ts';
import { type ActionPages, type ActionRun, type ExtraAction, promptInput, runAction } from './action-run.tsx';
import { type ChangeResult, runBulk } from './bulk-flow.tsx';
import { explainPermitRejection, getRecordName, getResourceName } from './resource-text.ts';

type DataRecord = Readonly<Record<string, unknown>>;

/** Explains why an action cannot run now; null when it can. */
export function explainRejection(
  resource: AnyResource,
  action: Action,
  record: DataRecord | null,
  tui: Tui,
): string | null {
  const permit = canRun(tui.rights, resource, action, record ?? undefined);
  return explainPermitRejection(resource, permit, localize(action.label, tui.locale), tui);
}

interface Entry {
  readonly name: string;
  readonly action: Action;
}

/** The actions that the admin's permissions allow, whatever the state of the record. */
function listEntries(resource: AnyResource, kinds: readonly Action['on'][], { rights }: Pick<Tui, 'rights'>): Entry[] {
  return Object.entries(resource.actions ?? {})
    .filter(([, action]) => kinds.includes(action.on) && canRun(rights, resource, action).ok)
    .map(([name, action]) => ({ name, action }));
}

const isPicked = (state: ListState) =>
  state.picked !== emptySelection && (state.picked.mode === 'allExcept' || state.picked.ids.size > 0);

function createMenuItems(
  entries: readonly Entry[],
  resource: AnyResource,
  record: DataRecord | null,
  bulk: boolean,
  tui: Tui,
): MenuItem<string>[] {
  return entries.map(({ name, action }) => {
    const target = action.on === 'record' && !bulk ? record : null;
    const rejection = explainRejection(resource, action, target, tui);
    const help = action.help ? localize(action.help, tui.locale) : '';
    return { label: localize(action.label, tui.locale), value: name, note: help, ...(rejection ? { rejection } : {}) };
  });
}

/** The menu value of an extra action; no action name starts with `+`. */
const getExtraValue = (at: number) => `+${at}`;

function createExtraItems(extraActions: readonly ExtraAction[], tui: Tui): MenuItem<string>[] {
  return extraActions.map(({ label }, at) => ({
    label: localize(label, tui.locale),
    value: getExtraValue(at),
  }));
}

/** The extra actions that the admin's permissions allow. */
function listExtraActions({ name, path }: AnyResource, pages: ActionPages, { rights }: Pick<Tui, 'rights'>) {
  return (pages.extra[name] ?? []).filter(({ roles, reads = false }) =>
    (reads ? canUse : canChange)(rights, { roles, path }),
  );
}

/** Whether any action of these kinds is permitted. Without one, the key for actions is not shown. */
export function hasActions(
  resource: AnyResource,
  pages: ActionPages,
  kinds: readonly Action['on'][],
  tui: Pick<Tui, 'rights'>,
): boolean {
  const extra = listExtraActions(resource, pages, tui).filter(({ on }) => kinds.includes(on ?? 'record'));
  return listEntries(resource, kinds, tui).length + extra.length > 0;
}

/**
 * Shows the menu of actions for the picked records, for the record or for the collection, and runs the chosen one.
 * @param total the number of picked records, as shown in the title
 */
export async function chooseAction(
  resource: AnyResource,
  record: DataRecord | null,
  state: ListState,
  pages: ActionPages,
  tui: Tui,
  total: string,
): Promise<ChangeResult> {
  const bulk = isPicked(state) && resource.access.batch !== undefined;
  const kinds: Action['on'][] = bulk ? ['record'] : record ? ['record', 'collection'] : ['collection'];
  const entries = listEntries(resource, kinds, tui).filter(
    ({ action }) => !bulk || !(action.reads || action.singleRecord),
  );
  const extra = bulk ? [] : listExtraActions(resource, pages, tui).filter(({ on }) => on === 'collection' || record);
  if (entries.length + extra.length === 0) {
    // While the list is loading or empty, there is no record to act on.
    tui.notify(tui.t(hasActions(resource, pages, ['record'], tui) ? 'tui.noRecordChosen' : 'tui.noActions'), 'info');
    return false;
  }
  const items = [...createMenuItems(entries, resource, record, bulk, tui), ...createExtraItems(extra, tui)];
  const title = bulk
    ? [tui.t('verb.batch'), getResourceName(resource, tui), total].join(tui.marks.separator)
    : record
      ? getRecordName(resource, record, tui)
      : getResourceName(resource, tui);
  const chosen = await tui.open<string | null>(getMenuHeight(items), (close) => (
    <Menu title={title} items={items} onDone={close} />
  ));
  const extraAction = extra.find((_action, at) => chosen === getExtraValue(at));
  if (extraAction) {
    await tui.open<void>('page', (close) => extraAction.page({ resource, record, onDone: () => close() }));
    return extraAction.on === 'collection';
  }
  const action = chosen === null ? undefined : resource.actions?.[chosen];
  if (chosen === null || !action) return false;
  const target = action.on === 'record' && !bulk ? record : null;
  const running = { resource, name: chosen, action, record: target, pages };
  return bulk ? runOnPicked(running, state, tui) : (await runAction(running, tui)).done;
}

/** Runs an action on all picked records, with the same input for all of them. */
export async function runOnPicked(running: ActionRun, state: ListState, tui: Tui): Promise<ChangeResult> {
  const { resource, name, action } = running;
  const label = localize(action.label, tui.locale);
  if (Object.keys(getInputFields(resource, action)).length === 0) return runBulk(resource, state, { name, label }, tui);
  let changed: ChangeResult = false;
  await promptInput(running, tui, async (params) => {
    const outcome = await runBulk(resource, state, { name, label, params }, tui);
    changed = outcome || changed;
    return outcome === true;
  });
  return changed;
}
