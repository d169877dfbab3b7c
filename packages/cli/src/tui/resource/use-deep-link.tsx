import {
  type Action,
  type AnyResource,
  can,
  getAvailableActions,
  getInitialInput,
  getResourcePath,
  type ListState,
  listReducer,
  localize,
} from '@gantry/core';
import { useEffect, useRef } from 'react';
import { confirm } from '../parts/confirm.tsx';
import { type Tui, useTui } from '../parts/tui-context.ts';
import { type ActionPages, type ActionRun, runAction } from './action-run.tsx';
import { explainRejection, runOnPicked } from './actions-flow.tsx';
import type { DeepLink } from './deep-link.ts';
import type { DataRecord } from './list/list-columns.ts';
import { RecordPage } from './record/record-page.tsx';
import { createRecord } from './record/write-flow.tsx';
import { getRecordName } from './resource-text.ts';

interface Deps {
  readonly resource: AnyResource;
  readonly pages: ActionPages;
}

interface ListDeps extends Deps {
  /** The state of the list, with its filters. */
  readonly state: ListState;
}

/** The state of a list with all matching records picked. */
export const selectAll = (state: ListState) => listReducer(state, { type: 'pickAll' });

/** Opens the page of a record; resolves to whether something was changed there. */
export function openRecordView({ resource, pages }: Deps, id: number, tui: Tui): Promise<boolean> {
  return tui.open<boolean>('page', (close) => <RecordPage resource={resource} id={id} pages={pages} onDone={close} />);
}

/**
 * Asks for confirmation of an action that would run without a form or a confirmation of its own, because opening a link must not
 * change anything.
 */
async function confirmAction({ resource, action, record }: ActionRun, tui: Tui): Promise<boolean> {
  if (action.reads || action.danger || action.input || !record) return true;
  const label = localize(action.label, tui.locale);
  return confirm(tui, label, tui.t('tui.confirmAction', { action: label, name: getRecordName(resource, record, tui) }));
}

/** Runs the action of a link, then shows the record that it changed or created. Returns whether something was changed. */
async function runLinkedAction(running: ActionRun, tui: Tui): Promise<boolean> {
  const { resource, action, record, pages } = running;
  const rejection = explainRejection(resource, action, record, tui);
  if (rejection !== null) {
    tui.notify(rejection, 'warn');
    return false;
  }
  if (!(await confirmAction(running, tui))) return false;
  const { done, createdId } = await runAction(running, tui);
  const shownId = createdId ?? (action.reads === true || !record ? null : Number(record.id));
  if (done && shownId !== null) await openRecordView({ resource, pages }, shownId, tui);
  return done;
}

async function runOnRecord(deps: Deps, id: number, link: DeepLink, action: Action, tui: Tui): Promise<boolean> {
  const { resource } = deps;
  const { run, ticked } = link;
  const request = tui.client.call<DataRecord>(getResourcePath(resource.name, 'get'), { id });
  const record = await request.catch(() => null);
  if (!record || run === null) return false;
  const available = getAvailableActions(resource, record, tui.rights, (one) => one === action);
  const variant = available.find((one) => one.ticked === ticked);
  return runLinkedAction(
    { ...deps, name: run, action, record, initialValues: variant ? getInitialInput(variant, link) : {} },
    tui,
  );
}

async function openLink(link: DeepLink, { state, ...deps }: ListDeps, tui: Tui): Promise<boolean> {
  const { resource, pages } = deps;
  const { id, run, isNew, onAll } = link;
  if (isNew) {
    const createdId = can(tui.rights, resource, 'create') ? await createRecord(resource, tui) : null;
    if (createdId !== null) await openRecordView(deps, createdId, tui);
    return createdId !== null;
  }
  if (run === null) return id !== null && openRecordView(deps, id, tui);
  const action = resource.actions?.[run];
  if (!action || action.on === 'system') return false;
  if (onAll && !can(tui.rights, resource, 'batch')) return false;
  if (onAll)
    return (await runOnPicked({ resource, name: run, action, record: null, pages }, selectAll(state), tui)) !== false;
  if (id !== null) return action.on === 'record' && runOnRecord(deps, id, link, action, tui);
  return action.on === 'collection' && runLinkedAction({ ...deps, name: run, action, record: null }, tui);
}

/** Opens what a link names, once. */
export function useDeepLink(link: DeepLink | null, deps: ListDeps, reload: () => void): void {
  const tui = useTui();
  const latest = useRef({ deps, reload });
  latest.current = { deps, reload };
  const opened = useRef(false);
  useEffect(() => {
    if (!link || opened.current) return;
    opened.current = true;
    void openLink(link, latest.current.deps, tui).then((changed) => changed && latest.current.reload());
  }, [link, tui]);
}
