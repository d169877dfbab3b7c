import { canCall, getFullPanel, type ReportDefinition } from '@gantry/core';
import { useCallback, useEffect, useState } from 'react';
import { useTui } from '../../tui/parts/tui-context.ts';

export interface PanelState<T> {
  readonly answer: T | null;
  readonly failed: boolean;
}

/**
 * Loads the data of a panel, again every `every` ms while `live`. A failure keeps the previous data. A panel without permission
 * is never requested.
 */
export function usePanel<T>(report: ReportDefinition, body: unknown, every: number, live: boolean) {
  const { client, rights } = useTui();
  const { call } = report;
  const open = canCall(rights, report);
  const [state, setState] = useState<PanelState<T>>({ answer: null, failed: false });
  const written = JSON.stringify(body);
  const load = useCallback(async () => {
    if (!open) return;
    try {
      const answer = getFullPanel(await client.call<T>(call, JSON.parse(written), { quiet: true }));
      setState({ answer, failed: false });
    } catch {
      setState((known) => ({ ...known, failed: true }));
    }
  }, [client, call, written, open]);
  useEffect(() => {
    void load();
  }, [load]);
  useEffect(() => {
    if (!live) return;
    const timer = setInterval(() => void load(), every);
    return () => clearInterval(timer);
  }, [load, every, live]);
  return { ...state, open, load };
}
