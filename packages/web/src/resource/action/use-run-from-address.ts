import { type Action, type AnyResource, canRun } from '@gantry/core';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { FieldRecord } from '../../fields/index.ts';

const parameter = 'run';

/** A link must not do anything by being opened: only what asks first, or changes nothing. */
function asksFirst(action: Action): boolean {
  return action.reads === true || action.danger === true || action.input !== undefined;
}

/** Opens the action of the whole resource that the address names, once, and takes the name out of the address. */
export function useRunFromAddress(
  resource: AnyResource,
  role: string,
  run: (action: string, record: FieldRecord | null) => void,
): void {
  const [params, setParams] = useSearchParams();
  const wanted = params.get(parameter);
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (wanted === done.current) return;
    done.current = wanted;
    if (wanted === null) return;
    const without = new URLSearchParams(params);
    without.delete(parameter);
    setParams(without, { replace: true });
    const action = resource.actions?.[wanted];
    if (action?.on !== 'collection' || !asksFirst(action) || !canRun(role, resource, action).ok) return;
    run(wanted, null);
  }, [wanted, params, setParams, resource, role, run]);
}
