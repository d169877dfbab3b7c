import {
  type Action,
  type AnyResource,
  can,
  deedStart,
  deedsOf,
  type ListState,
  listReducer,
  resourcePath,
  say,
} from '@gantry/core';
import { useEffect, useRef } from 'react';
import { confirm } from '../parts/confirm.tsx';
import { type Tui, useTui } from '../parts/tui-context.ts';
import { type ActionPages, type Running, runAction } from './action-run.tsx';
import { actionRefusal, runOnAll } from './actions-flow.tsx';
import type { DataRecord } from './list-columns.ts';
import type { Opening } from './opening.ts';
import { RecordPage } from './record-page.tsx';
import { recordName } from './resource-words.ts';
import { createRecord } from './write-flow.tsx';

interface Needs {
  readonly resource: AnyResource;
  readonly pages: ActionPages;
}

interface ListNeeds extends Needs {
  /** What the list is narrowed to. */
  readonly state: ListState;
}

/** The list with all that matches picked. */
export const allOf = (state: ListState) => listReducer(state, { type: 'pickAll' });

/** The page of a record; true when something was changed there. */
export function viewRecord({ resource, pages }: Needs, id: number, tui: Tui): Promise<boolean> {
  return tui.open<boolean>('page', (close) => <RecordPage resource={resource} id={id} pages={pages} onDone={close} />);
}

/** A link must not do anything by being opened: what neither asks nor only reads is asked about. */
async function agrees({ resource, action, record }: Running, tui: Tui): Promise<boolean> {
  if (action.reads || action.danger || action.input || !record) return true;
  const label = say(action.label, tui.locale);
  return confirm(tui, label, tui.t('tui.askAction', { action: label, name: recordName(resource, record, tui) }));
}

/** Runs what a link names, then shows the record that it was about, or that it made; true when something was changed. */
async function runNamed(running: Running, tui: Tui): Promise<boolean> {
  const { resource, action, record, pages } = running;
  const refusal = actionRefusal(resource, action, record, tui);
  if (refusal !== null) {
    tui.say(refusal, 'warn');
    return false;
  }
  if (!(await agrees(running, tui))) return false;
  const { done, made } = await runAction(running, tui);
  const shown = made ?? (action.reads === true || !record ? null : Number(record.id));
  if (done && shown !== null) await viewRecord({ resource, pages }, shown, tui);
  return done;
}

async function runOnRecord(needs: Needs, id: number, opening: Opening, action: Action, tui: Tui): Promise<boolean> {
  const { resource } = needs;
  const { run, ticked } = opening;
  const asked = tui.client.call<DataRecord>(resourcePath(resource.name, 'get'), { id });
  const record = await asked.catch(() => null);
  if (!record || run === null) return false;
  const deeds = deedsOf(resource, record, tui.rights, (one) => one === action);
  const deed = deeds.find((one) => one.ticked === ticked);
  return runNamed({ ...needs, name: run, action, record, given: deed ? deedStart(deed, opening) : {} }, tui);
}

async function open(opening: Opening, { state, ...needs }: ListNeeds, tui: Tui): Promise<boolean> {
  const { resource, pages } = needs;
  const { id, run, isNew, onAll } = opening;
  if (isNew) {
    const made = can(tui.rights, resource, 'create') ? await createRecord(resource, tui) : null;
    if (made !== null) await viewRecord(needs, made, tui);
    return made !== null;
  }
  if (run === null) return id !== null && viewRecord(needs, id, tui);
  const action = resource.actions?.[run];
  if (!action || action.on === 'system') return false;
  if (onAll && !can(tui.rights, resource, 'batch')) return false;
  if (onAll) return (await runOnAll({ resource, name: run, action, record: null, pages }, allOf(state), tui)) !== false;
  if (id !== null) return action.on === 'record' && runOnRecord(needs, id, opening, action, tui);
  return action.on === 'collection' && runNamed({ ...needs, name: run, action, record: null }, tui);
}

/** Opens what the link to a list names, once. */
export function useOpening(opening: Opening | null, needs: ListNeeds, reload: () => void): void {
  const tui = useTui();
  const latest = useRef({ needs, reload });
  latest.current = { needs, reload };
  const opened = useRef(false);
  useEffect(() => {
    if (!opening || opened.current) return;
    opened.current = true;
    void open(opening, latest.current.needs, tui).then((changed) => changed && latest.current.reload());
  }, [opening, tui]);
}
