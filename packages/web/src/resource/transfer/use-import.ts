import { type AnyResource, type ImportAnswer, type OnConflict, resourcePath } from '@gantry/core';
import { useCallback, useRef, useState } from 'react';
import { newCallKey } from '../../api/index.ts';
import { useCalls } from '../../fields/index.ts';
import { useStepUp } from '../../session/index.ts';
import {
  digestOf,
  freshImport,
  type ImportProgress,
  type ImportRow,
  type SendImport,
  stepImport,
} from './import-run.ts';

export type ImportPhase = 'idle' | 'checking' | 'checked' | 'sending' | 'stopped' | 'ended';

function keptUnder(digest: string): string {
  return `import.${digest}`;
}

/** What was sent of a file before, under which key. */
function kept(digest: string): ImportProgress | null {
  try {
    const text = localStorage.getItem(keptUnder(digest));
    return text === null ? null : (JSON.parse(text) as ImportProgress);
  } catch {
    return null;
  }
}

function keep(progress: ImportProgress, ended: boolean): void {
  try {
    if (ended) localStorage.removeItem(keptUnder(progress.digest));
    else localStorage.setItem(keptUnder(progress.digest), JSON.stringify(progress));
  } catch {
    // A browser that keeps nothing can still import; it only cannot go on after a reload.
  }
}

/** Looks a file through without writing, then sends it; both can be stopped, and the sending goes on where it was. */
export function useImport(resource: AnyResource, onChanged: () => void) {
  const calls = useCalls();
  const stepUp = useStepUp();
  const [phase, setPhase] = useState<ImportPhase>('idle');
  const [progress, setProgress] = useState<ImportProgress>(freshImport('', ''));
  const [problem, setProblem] = useState('');
  const stopping = useRef(false);
  const send = useCallback<SendImport>(
    (body, options) => stepUp(() => calls.call<ImportAnswer>(resourcePath(resource.name, 'import'), body, options)),
    [calls, stepUp, resource],
  );
  const work = async (
    from: ImportProgress,
    rows: readonly ImportRow[],
    onConflict: OnConflict,
    dryRun: boolean,
  ): Promise<boolean> => {
    let now = from;
    stopping.current = false;
    setProblem('');
    setPhase(dryRun ? 'checking' : 'sending');
    setProgress(now);
    try {
      while (now.sent < rows.length && !stopping.current) {
        if (!dryRun) keep(now, false);
        now = await stepImport(now, rows, onConflict, dryRun, send);
        setProgress(now);
        if (!dryRun && now.sent >= rows.length) keep(now, true);
      }
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      stopping.current = true;
    }
    const whole = !stopping.current;
    setPhase(whole ? (dryRun ? 'checked' : 'ended') : dryRun ? 'idle' : 'stopped');
    return whole;
  };
  const nameOf = (rows: readonly ImportRow[], onConflict: OnConflict) =>
    digestOf(`${resource.name}\n${onConflict}\n${JSON.stringify(rows)}`);
  return {
    phase,
    progress,
    problem,
    /** What was sent of just these rows before an interruption. */
    before: (rows: readonly ImportRow[], onConflict: OnConflict) => kept(nameOf(rows, onConflict)),
    check: (rows: readonly ImportRow[], onConflict: OnConflict) =>
      void work(freshImport(nameOf(rows, onConflict), newCallKey()), rows, onConflict, true),
    send: async (rows: readonly ImportRow[], onConflict: OnConflict) => {
      const digest = nameOf(rows, onConflict);
      const from = phase === 'stopped' && progress.digest === digest ? progress : kept(digest);
      await work(from ?? freshImport(digest, newCallKey()), rows, onConflict, false);
      onChanged();
    },
    stop: () => {
      stopping.current = true;
    },
    reset: () => setPhase('idle'),
  };
}
export type Import = ReturnType<typeof useImport>;
