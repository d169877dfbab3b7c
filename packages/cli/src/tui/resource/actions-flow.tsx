import {
  type Action,
  type AnyResource,
  allows,
  canRun,
  inputFields,
  type ListState,
  nonePicked,
  say,
} from '@gantry/core';
import { Menu, type MenuItem, menuRoom } from '../parts/menu.tsx';
import type { Tui } from '../parts/tui-context.ts';
import { type ActionPages, type DeedBeside, type Running, runAction, withInput } from './action-run.tsx';
import { type Changed, runBulk } from './bulk-flow.tsx';
import { permitRejection, recordName, resourceName } from './resource-words.ts';

type DataRecord = Readonly<Record<string, unknown>>;

/** Why an action cannot run now, in words; null when it can. */
export function actionRefusal(
  resource: AnyResource,
  action: Action,
  record: DataRecord | null,
  tui: Tui,
): string | null {
  const permit = canRun(tui.rights, resource, action, record ?? undefined);
  return permitRejection(resource, permit, say(action.label, tui.locale), tui);
}

interface Entry {
  readonly name: string;
  readonly action: Action;
}

function entriesOf(resource: AnyResource, kinds: readonly Action['on'][]): Entry[] {
  return Object.entries(resource.actions ?? {})
    .filter(([, action]) => kinds.includes(action.on))
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
    const refusal = actionRefusal(resource, action, about, tui);
    const help = action.help ? say(action.help, tui.locale) : '';
    return { label: say(action.label, tui.locale), value: name, note: help, ...(refusal ? { refusal } : {}) };
  });
}

/** No action is called like this. */
const placeBeside = (at: number) => `+${at}`;

function itemsBeside(deeds: readonly DeedBeside[], tui: Tui): MenuItem<string>[] {
  return deeds.map(({ label, roles }, at) => ({
    label: say(label, tui.locale),
    value: placeBeside(at),
    ...(allows(roles, tui.role) ? {} : { refusal: tui.t('reason.role') }),
  }));
}

/** Whether there is anything that could be done, with a record or with none: a key that only says no is not there. */
export function hasActions(resource: AnyResource, pages: ActionPages, kinds: readonly Action['on'][]): boolean {
  const beside = (pages.beside[resource.name] ?? []).filter(({ on }) => kinds.includes(on ?? 'record'));
  return entriesOf(resource, kinds).length + beside.length > 0;
}

/** The menu of what can be done: with the record, with all that is picked, or with none. */
export async function chooseAction(
  resource: AnyResource,
  record: DataRecord | null,
  state: ListState,
  pages: ActionPages,
  tui: Tui,
): Promise<Changed> {
  const bulk = isPicked(state) && resource.access.batch !== undefined;
  const kinds: Action['on'][] = bulk ? ['record'] : record ? ['record', 'collection'] : ['collection'];
  const entries = entriesOf(resource, kinds).filter(({ action }) => !bulk || !(action.reads || action.alone));
  const beside = bulk ? [] : (pages.beside[resource.name] ?? []).filter(({ on }) => on === 'collection' || record);
  if (entries.length + beside.length === 0) {
    // Before the list is there, or when it is empty, there is no record to do it with.
    tui.say(tui.t(hasActions(resource, pages, ['record']) ? 'tui.noRecordChosen' : 'tui.noActions'), 'info');
    return false;
  }
  const items = [...itemsFor(entries, resource, record, bulk, tui), ...itemsBeside(beside, tui)];
  const title = bulk
    ? `${tui.t('verb.batch')}${tui.marks.between}${resourceName(resource, tui)}`
    : record
      ? recordName(resource, record, tui)
      : resourceName(resource, tui);
  const found = await tui.open<string | null>(menuRoom(items), (close) => (
    <Menu title={title} items={items} onDone={close} />
  ));
  const deed = beside.find((_deed, at) => found === placeBeside(at));
  if (deed) {
    await tui.open<void>('page', (close) => deed.page({ resource, record, onDone: () => close() }));
    return deed.on === 'collection';
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
  const label = say(action.label, tui.locale);
  if (Object.keys(inputFields(resource, action)).length === 0) return runBulk(resource, state, { name, label }, tui);
  let changed: Changed = false;
  await withInput(running, tui, async (params) => {
    const ended = await runBulk(resource, state, { name, label, params }, tui);
    changed = ended || changed;
    return ended === true;
  });
  return changed;
}
