import { type AnyResource, errorMessage, getResourcePath, type ImportAnswer, type OnConflict } from '@gantry/core';
import { useCallback, useRef, useState } from 'react';
import { createCallKey } from '../../app/api/index.ts';
import { useStepUp } from '../../app/session/index.ts';
import { useCalls } from '../../fields/index.ts';
import {
  computeDigest,
  createImport,
  type ImportProgress,
  type ImportRow,
  runImportStep,
  type SendImport,
} from './import-run.ts';

export type ImportPhase = 'idle' | 'checking' | 'checked' | 'sending' | 'stopped' | 'ended';

function getStorageKey(digest: string): string {
  return `import.${digest}`;
}

/** Returns the stored progress of an import of the same content. */
function readStored(digest: string): ImportProgress | null {
  try {
    const text = localStorage.getItem(getStorageKey(digest));
    return text === null ? null : (JSON.parse(text) as ImportProgress);
  } catch {
    return null;
  }
}

function keep(progress: ImportProgress, ended: boolean): void {
  try {
    if (ended) localStorage.removeItem(getStorageKey(progress.digest));
    else localStorage.setItem(getStorageKey(progress.digest), JSON.stringify(progress));
  } catch {
    // Without browser storage the import works, but cannot resume after a reload.
  }
}

function getPhaseAfter(dryRun: boolean, stopped: boolean): ImportPhase {
  if (dryRun) return stopped ? 'idle' : 'checked';
  return stopped ? 'stopped' : 'ended';
}

/** Checks a file with a dry run, then sends it. Both can be stopped, and sending can be resumed. */
export function useImport(
  resource: AnyResource,
  { rows, digest: digestOfRows }: { readonly rows: readonly ImportRow[]; readonly digest: string },
  onConflict: OnConflict,
  onChanged: () => void,
) {
  const calls = useCalls();
  const stepUp = useStepUp();
  const digest = () => computeDigest(`${resource.name}\n${onConflict}\n${digestOfRows}`);
  const [phase, setPhase] = useState<ImportPhase>('idle');
  const [progress, setProgress] = useState<ImportProgress>(createImport('', ''));
  const [sentBefore, setSentBefore] = useState(0);
  const [problem, setProblem] = useState('');
  const stopping = useRef(false);
  const send = useCallback<SendImport>(
    (body, options) => stepUp(() => calls.call<ImportAnswer>(getResourcePath(resource.name, 'import'), body, options)),
    [calls, stepUp, resource],
  );
  const work = async (from: ImportProgress, dryRun: boolean) => {
    let now = from;
    stopping.current = false;
    setProblem('');
    setPhase(dryRun ? 'checking' : 'sending');
    setProgress(now);
    try {
      while (now.sent < rows.length && !stopping.current) {
        if (!dryRun) keep(now, false);
        now = await runImportStep(now, rows, onConflict, dryRun, send);
        setProgress(now);
        if (!dryRun && now.sent >= rows.length) keep(now, true);
      }
    } catch (error) {
      setProblem(errorMessage(error));
      stopping.current = true;
    }
    setPhase(getPhaseAfter(dryRun, stopping.current));
  };
  return {
    phase,
    progress,
    problem,
    /** Rows of this exact file that an interrupted import has sent. */
    sentBefore,
    check: () => {
      setSentBefore(readStored(digest())?.sent ?? 0);
      void work(createImport(digest(), createCallKey()), true);
    },
    send: () => {
      const from = phase === 'stopped' ? progress : readStored(digest());
      void work(from ?? createImport(digest(), createCallKey()), false).then(onChanged);
    },
    stop: () => {
      stopping.current = true;
    },
    reset: () => {
      stopping.current = true;
      setPhase('idle');
    },
  };
}
export type Import = ReturnType<typeof useImport>;
