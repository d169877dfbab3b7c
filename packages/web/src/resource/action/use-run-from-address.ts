import {
  type Action,
  type AnyResource,
  can,
  canRun,
  confirmsFirst,
  findCountedInput,
  getInputFields,
  listNamedInput,
  type Rights,
  type Values,
} from '@gantry/core';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FieldRecord } from '../../fields/index.ts';
import { usePageScope } from '../page-scope.tsx';

/** The action, the number and the name that it must be given, and the box that is ticked. */
export const parameters = { action: 'run', amount: 'give', newName: 'as', ticked: 'with' } as const;

/** A link must not do anything by being opened: only what asks first, or changes nothing. */
function isSafeToOpen(action: Action): boolean {
  return action.reads === true || confirmsFirst(action);
}

/** What the address fills in beforehand; what the action does not ask for is left out. */
function givenIn(params: URLSearchParams, resource: AnyResource, action: Action): Values {
  const fields = Object.entries(getInputFields(resource, action));
  const amount = Number(params.get(parameters.amount) ?? Number.NaN);
  const ticked = params.get(parameters.ticked);
  const counted = findCountedInput(resource, action);
  const box = fields.find(([name, { kind }]) => kind === 'boolean' && name === ticked);
  const newName = params.get(parameters.newName);
  const named = newName === null ? [] : listNamedInput(resource, action).map((name) => [name, newName] as const);
  return {
    ...Object.fromEntries(named),
    ...(counted !== null && Number.isSafeInteger(amount) ? { [counted]: amount } : {}),
    ...(box ? { [box[0]]: true } : {}),
  };
}

/** Hands over the action that the address names, once, and takes it out of the address. */
function useNamedInAddress(ready: boolean, open: (name: string, params: URLSearchParams) => void): void {
  const [params, setParams] = useSearchParams();
  const wanted = params.get(parameters.action);
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (!ready || wanted === done.current) return;
    done.current = wanted;
    if (wanted === null) return;
    const without = new URLSearchParams(params);
    for (const name of Object.values(parameters)) without.delete(name);
    setParams(without, { replace: true });
    open(wanted, params);
  }, [ready, wanted, params, setParams, open]);
}

interface Openings {
  readonly run: (action: string, record: FieldRecord | null, given?: Values) => void;
  readonly importFile: () => void;
  /** Whether an action is a page, whose address stays as it is. */
  readonly isPage: (action: string) => boolean;
}

/** Opens the action of the whole resource that the address names, or its import. */
export function useRunFromAddress(resource: AnyResource, rights: Rights, { run, importFile, isPage }: Openings): void {
  const [params] = useSearchParams();
  useNamedInAddress(!params.has('id') && !isPage(params.get(parameters.action) ?? ''), (name, named) => {
    if (name === 'import' && can(rights, resource, 'import')) return importFile();
    const action = resource.actions?.[name];
    if (action?.on !== 'collection' || !isSafeToOpen(action) || !canRun(rights, resource, action).ok) return;
    run(name, null, givenIn(named, resource, action));
  });
}

/** Opens the action of a record that the address names next to it, once the record is there. */
export function useRunOnRecord(record: FieldRecord | undefined): void {
  const { resource, rights, run } = usePageScope();
  useNamedInAddress(record !== undefined, (name, named) => {
    const action = resource.actions?.[name];
    if (!record || action?.on !== 'record' || !isSafeToOpen(action)) return;
    if (canRun(rights, resource, action, record).ok) run(name, record, givenIn(named, resource, action));
  });
}
