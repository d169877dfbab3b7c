import {
  type Action,
  type AnyResource,
  asksFirst,
  can,
  canRun,
  findAmountInput,
  findReasonInput,
  getInputFields,
  listNamedInput,
  type Rights,
  type Values,
} from '@gantry/core';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FieldRecord } from '../../fields/index.ts';
import { usePageScope } from '../page-scope.tsx';

/** URL parameters: the action, its number, its name, its reason and its preselected checkbox. */
export const parameters = {
  action: 'run',
  amount: 'give',
  newName: 'as',
  reason: 'because',
  ticked: 'with',
} as const;

/** Whether opening a link may start the action: only actions that ask first or change nothing are safe. */
function isSafeToOpen(action: Action): boolean {
  return action.reads === true || asksFirst(action);
}

/** Returns the values that the URL prefills; those that the action does not have are ignored. */
function getPrefilledValues(params: URLSearchParams, resource: AnyResource, action: Action): Values {
  const fields = Object.entries(getInputFields(resource, action));
  const amount = Number(params.get(parameters.amount) ?? Number.NaN);
  const ticked = params.get(parameters.ticked);
  const counted = findAmountInput(resource, action);
  const box = fields.find(([name, { kind }]) => kind === 'boolean' && name === ticked);
  const newName = params.get(parameters.newName);
  const named = newName === null ? [] : listNamedInput(resource, action).map((name) => [name, newName] as const);
  const reason = params.get(parameters.reason);
  const explained = findReasonInput(resource, action);
  return {
    ...Object.fromEntries(named),
    ...(explained !== null && reason !== null ? { [explained]: reason } : {}),
    ...(counted !== null && Number.isSafeInteger(amount) ? { [counted]: amount } : {}),
    ...(box ? { [box[0]]: true } : {}),
  };
}

/** Passes the action in the URL to `open` once and removes it from the URL. */
function useActionFromUrl(ready: boolean, open: (name: string, params: URLSearchParams) => void): void {
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
  /** Whether an action is a page, whose URL stays unchanged. */
  readonly isPage: (action: string) => boolean;
}

/** Opens the resource-level action in the URL, or the import. */
export function useActionFromAddress(
  resource: AnyResource,
  rights: Rights,
  { run, importFile, isPage }: Openings,
): void {
  const [params] = useSearchParams();
  useActionFromUrl(!params.has('id') && !isPage(params.get(parameters.action) ?? ''), (name, named) => {
    if (name === 'import' && can(rights, resource, 'import')) return importFile();
    const action = resource.actions?.[name];
    if (action?.on !== 'collection' || !isSafeToOpen(action) || !canRun(rights, resource, action).ok) return;
    run(name, null, getPrefilledValues(named, resource, action));
  });
}

/** Opens the action in the URL on its record as soon as the record is loaded. */
export function useRunOnRecord(record: FieldRecord | undefined): void {
  const { resource, rights, run } = usePageScope();
  useActionFromUrl(record !== undefined, (name, named) => {
    const action = resource.actions?.[name];
    if (!record || action?.on !== 'record' || !isSafeToOpen(action)) return;
    if (canRun(rights, resource, action, record).ok) run(name, record, getPrefilledValues(named, resource, action));
  });
}
