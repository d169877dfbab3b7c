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
import { type ActionPages, type Running, runAction } from './action-run.tsx';
import { explainRejection, runOnAll } from './actions-flow.tsx';
import type { DataRecord } from './list/list-columns.ts';
import type { Opening } from './opening.ts';
import { RecordPage } from './record/record-page.tsx';
import { createRecord } from './record/write-flow.tsx';
import { recordName } from './resource-words.ts';

interface Deps {
  readonly resource: AnyResource;
  readonly pages: ActionPages;
}

interface ListDeps extends Deps {
  /** What the list is narrowed to. */
  readonly state: ListState;
}

/** The list with all that matches picked. */
export const selectAll = (state: ListState) => listReducer(state, { type: 'pickAll' });

/** The page of a record; true when something was changed there. */
export function openRecordView({ resource, pages }: Deps, id: number, tui: Tui): Promise<boolean> {
  return tui.open<boolean>('page', (close) => <RecordPage resource={resource} id={id} pages={pages} onDone={close} />);
}

/** A link must not do anything by being opened: what neither asks nor only reads is asked about. */
async function agrees({ resource, action, record }: Running, tui: Tui): Promise<boolean> {
  if (action.reads || action.danger || action.input || !record) return true;
  const label = localize(action.label, tui.locale);
  return confirm(tui, label, tui.t('tui.confirmAction', { action: label, name: recordName(resource, record, tui) }));
}

/** Runs what a link names, then shows the record that it was about, or that it made; true when something was changed. */
async function runNamed(running: Running, tui: Tui): Promise<boolean> {
  const { resource, action, record, pages } = running;
  const rejection = explainRejection(resource, action, record, tui);
  if (rejection !== null) {
    tui.notify(rejection, 'warn');
    return false;
  }
  if (!(await agrees(running, tui))) return false;
  const { done, made } = await runAction(running, tui);
  const shown = made ?? (action.reads === true || !record ? null : Number(record.id));
  if (done && shown !== null) await openRecordView({ resource, pages }, shown, tui);
  return done;
}

async function runOnRecord(deps: Deps, id: number, opening: Opening, action: Action, tui: Tui): Promise<boolean> {
  const { resource } = deps;
  const { run, ticked } = opening;
  const requested = tui.client.call<DataRecord>(getResourcePath(resource.name, 'get'), { id });
  const record = await requested.catch(() => null);
  if (!record || run === null) return false;
  const availableActions = getAvailableActions(resource, record, tui.rights, (one) => one === action);
  const availableAction = availableActions.find((one) => one.ticked === ticked);
  return runNamed(
    { ...deps, name: run, action, record, given: availableAction ? getInitialInput(availableAction, opening) : {} },
    tui,
  );
}

async function open(opening: Opening, { state, ...deps }: ListDeps, tui: Tui): Promise<boolean> {
  const { resource, pages } = deps;
  const { id, run, isNew, onAll } = opening;
  if (isNew) {
    const made = can(tui.rights, resource, 'create') ? await createRecord(resource, tui) : null;
    if (made !== null) await openRecordView(deps, made, tui);
    return made !== null;
  }
  if (run === null) return id !== null && openRecordView(deps, id, tui);
  const action = resource.actions?.[run];
  if (!action || action.on === 'system') return false;
  if (onAll && !can(tui.rights, resource, 'batch')) return false;
  if (onAll)
    return (await runOnAll({ resource, name: run, action, record: null, pages }, selectAll(state), tui)) !== false;
  if (id !== null) return action.on === 'record' && runOnRecord(deps, id, opening, action, tui);
  return action.on === 'collection' && runNamed({ ...deps, name: run, action, record: null }, tui);
}

/** Opens what the link to a list names, once. */
export function useOpening(opening: Opening | null, deps: ListDeps, reload: () => void): void {
  const tui = useTui();
  const latest = useRef({ deps, reload });
  latest.current = { deps, reload };
  const opened = useRef(false);
  useEffect(() => {
    if (!opening || opened.current) return;
    opened.current = true;
    void open(opening, latest.current.deps, tui).then((changed) => changed && latest.current.reload());
  }, [opening, tui]);
}
