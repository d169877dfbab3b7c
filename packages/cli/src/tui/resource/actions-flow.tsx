import {
  type Action,
  type AnyResource,
  canChange,
  canRun,
  canUse,
  getInputFields,
  type ListState,
  localize,
  nonePicked,
} from '@gantry/core';
import { getMenuHeight, Menu, type MenuItem } from '../parts/menu.tsx';
import type { Tui } from '../parts/tui-context.ts';
import { type ActionPages, type ActionWithArguments, type Running, runAction, withInput } from './action-run.tsx';
import { type Changed, runBulk } from './bulk-flow.tsx';
import { getResourceName, permitRejection, recordName } from './resource-words.ts';

type DataRecord = Readonly<Record<string, unknown>>;

/** Why an action cannot run now, in words; null when it can. */
export function explainRejection(
  resource: AnyResource,
  action: Action,
  record: DataRecord | null,
  tui: Tui,
): string | null {
  const permit = canRun(tui.rights, resource, action, record ?? undefined);
  return permitRejection(resource, permit, localize(action.label, tui.locale), tui);
}

interface Entry {
  readonly name: string;
  readonly action: Action;
}

/** The actions that the permissions of the admin allow, whatever the state of the record. */
function entriesOf(resource: AnyResource, kinds: readonly Action['on'][], { rights }: Pick<Tui, 'rights'>): Entry[] {
  return Object.entries(resource.actions ?? {})
    .filter(([, action]) => kinds.includes(action.on) && canRun(rights, resource, action).ok)
    .map(([name, action]) => ({ name, action }));
}

const isPicked = (state: ListState) =>
  state.picked !== nonePicked && (state.picked.mode === 'allExcept' || state.picked.ids.size > 0);

function itemsFor(
  entries: readonly Entry[],
  resource: AnyResource,
  record: DataRecord | null,
  bulk: boolean,
  tui: Tui,
): MenuItem<string>[] {
  return entries.map(({ name, action }) => {
    const about = action.on === 'record' && !bulk ? record : null;
    const rejection = explainRejection(resource, action, about, tui);
    const help = action.help ? localize(action.help, tui.locale) : '';
    return { label: localize(action.label, tui.locale), value: name, note: help, ...(rejection ? { rejection } : {}) };
  });
}

/** No action is called like this. */
const activateAlongside = (at: number) => `+${at}`;

function createActionItems(availableActions: readonly ActionWithArguments[], tui: Tui): MenuItem<string>[] {
  return availableActions.map(({ label }, at) => ({
    label: localize(label, tui.locale),
    value: activateAlongside(at),
  }));
}

/** Actions with a page of their own that the permissions of the admin allow. */
function listExtraActions({ name, path }: AnyResource, pages: ActionPages, { rights }: Pick<Tui, 'rights'>) {
  return (pages.extra[name] ?? []).filter(({ roles, reads = false }) =>
    (reads ? canUse : canChange)(rights, { roles, path }),
  );
}

/** Whether there is anything that could be done, with a record or with none: a key that only says no is not there. */
export function hasActions(
  resource: AnyResource,
  pages: ActionPages,
  kinds: readonly Action['on'][],
  tui: Pick<Tui, 'rights'>,
): boolean {
  const extra = listExtraActions(resource, pages, tui).filter(({ on }) => kinds.includes(on ?? 'record'));
  return entriesOf(resource, kinds, tui).length + extra.length > 0;
}

/**
 * The menu of what can be done: with the record, with all that is picked, or with none.
 * @param total how many records are picked, as the title says it
 */
export async function chooseAction(
  resource: AnyResource,
  record: DataRecord | null,
  state: ListState,
  pages: ActionPages,
  tui: Tui,
  total: string,
): Promise<Changed> {
  const bulk = isPicked(state) && resource.access.batch !== undefined;
  const kinds: Action['on'][] = bulk ? ['record'] : record ? ['record', 'collection'] : ['collection'];
  const entries = entriesOf(resource, kinds, tui).filter(
    ({ action }) => !bulk || !(action.reads || action.singleRecord),
  );
  const extra = bulk ? [] : listExtraActions(resource, pages, tui).filter(({ on }) => on === 'collection' || record);
  if (entries.length + extra.length === 0) {
    // Before the list is there, or when it is empty, there is no record to do it with.
    tui.notify(tui.t(hasActions(resource, pages, ['record'], tui) ? 'tui.noRecordChosen' : 'tui.noActions'), 'info');
    return false;
  }
  const items = [...itemsFor(entries, resource, record, bulk, tui), ...createActionItems(extra, tui)];
  const title = bulk
    ? [tui.t('verb.batch'), getResourceName(resource, tui), total].join(tui.marks.separator)
    : record
      ? recordName(resource, record, tui)
      : getResourceName(resource, tui);
  const found = await tui.open<string | null>(getMenuHeight(items), (close) => (
    <Menu title={title} items={items} onDone={close} />
  ));
  const availableAction = extra.find((_action, at) => found === activateAlongside(at));
  if (availableAction) {
    await tui.open<void>('page', (close) => availableAction.page({ resource, record, onDone: () => close() }));
    return availableAction.on === 'collection';
  }
  const action = found === null ? undefined : resource.actions?.[found];
  if (found === null || !action) return false;
  const about = action.on === 'record' && !bulk ? record : null;
  const running = { resource, name: found, action, record: about, pages };
  return bulk ? runOnAll(running, state, tui) : (await runAction(running, tui)).done;
}

/** Runs an action over all that is picked, with one input for all of them. */
export async function runOnAll(running: Running, state: ListState, tui: Tui): Promise<Changed> {
  const { resource, name, action } = running;
  const label = localize(action.label, tui.locale);
  if (Object.keys(getInputFields(resource, action)).length === 0) return runBulk(resource, state, { name, label }, tui);
  let changed: Changed = false;
  await withInput(running, tui, async (params) => {
    const ended = await runBulk(resource, state, { name, label, params }, tui);
    changed = ended || changed;
    return ended === true;
  });
  return changed;
}
