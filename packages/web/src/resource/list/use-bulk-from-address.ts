import type { Action, AnyResource } from '@gantry/core';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { getBulkActions } from '../action/row-menu.ts';
import type { ListUrl } from './use-list-url.ts';
import type { Rows } from './use-rows.ts';

const parameter = 'bulk';

interface Work {
  readonly list: ListUrl;
  readonly rows: Rows;
  /** Asks about an action on what is picked. */
  readonly begin: (name: string, action: Action) => void;
}

/** Picks all that matches and asks about the bulk action that the address names; it is taken out of the address, and nothing is done yet. */
export function useBulkFromAddress(resource: AnyResource, role: string, { list, rows, begin }: Work): void {
  const [params, setParams] = useSearchParams();
  const wanted = params.get(parameter);
  const { picked } = list.state;
  const all = picked.mode === 'allExcept' && picked.ids.size === 0;
  const done = useRef<string | null>(null);
  useEffect(() => {
    if (wanted === null) done.current = null;
    if (wanted === null || wanted === done.current || rows.loading || rows.total === null) return;
    const [, action] = getBulkActions(resource, role).find(([name]) => name === wanted) ?? [];
    if (action && rows.total > 0 && !all) return list.dispatch({ type: 'pickAll' });
    done.current = wanted;
    const without = new URLSearchParams(params);
    without.delete(parameter);
    setParams(without, { replace: true });
    if (action && rows.total > 0) begin(wanted, action);
  });
}
