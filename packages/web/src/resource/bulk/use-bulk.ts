import { type AnyResource, type BatchAnswer, errorMessage, getResourcePath } from '@gantry/core';
import { useCallback, useRef, useState } from 'react';
import { createCallKey } from '../../app/api/index.ts';
import { useStepUp } from '../../app/session/index.ts';
import { useCalls } from '../../fields/index.ts';
import { getBulkStorageKey } from '../list/use-picking.ts';
import { type BulkRun, isBulkEnded, listBulkKeys, retryFailures, runBulkStep, type SendBatch } from './run-bulk.ts';

export type BulkPhase = 'idle' | 'running' | 'stopped' | 'ended';

const timeoutMs = [500, 2000, 5000];

/** A run that a reload cut off; it is offered again, and what it has done is not done twice. */
function getStoredRun(resource: AnyResource): BulkRun | null {
  try {
    const text = sessionStorage.getItem(getBulkStorageKey(resource));
    return text === null ? null : (JSON.parse(text) as BulkRun);
  } catch {
    return null;
  }
}

function keep(resource: AnyResource, run: BulkRun | null): void {
  if (run === null) sessionStorage.removeItem(getBulkStorageKey(resource));
  else sessionStorage.setItem(getBulkStorageKey(resource), JSON.stringify(run));
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => window.setTimeout(resolve, ms));
}

/** A call that broke is sent again, with the same key, a few times: no answer is not a no. */
async function stepPatiently(run: BulkRun, send: SendBatch): Promise<BulkRun> {
  for (const wait of timeoutMs) {
    try {
      return await runBulkStep(run, send);
    } catch (error) {
      const lost = typeof error === 'object' && error !== null && 'httpStatus' in error && error.httpStatus === null;
      if (!lost) throw error;
      await pause(wait);
    }
  }
  return runBulkStep(run, send);
}

function useSendBatch(resource: AnyResource): SendBatch {
  const calls = useCalls();
  const stepUp = useStepUp();
  return useCallback<SendBatch>(
    (body, options) => stepUp(() => calls.call<BatchAnswer>(getResourcePath(resource.name, 'batch'), body, options)),
    [calls, stepUp, resource],
  );
}

/** Runs a bulk action step by step: it can be stopped, taken up again after a reload, and its failures tried again. */
export function useBulk(resource: AnyResource, onChanged: () => void) {
  const send = useSendBatch(resource);
  const [run, setRun] = useState<BulkRun | null>(null);
  const [interrupted, setInterrupted] = useState(() => getStoredRun(resource));
  const [phase, setPhase] = useState<BulkPhase>('idle');
  const [problem, setProblem] = useState('');
  const stopping = useRef(false);
  /** Runs before this one whose failures it tries again. */
  const earlier = useRef<readonly string[]>([]);
  const start = async (from: BulkRun) => {
    stopping.current = false;
    let now = from;
    setProblem('');
    setInterrupted(null);
    setPhase('running');
    setRun(now);
    try {
      while (!isBulkEnded(now) && !stopping.current) {
        keep(resource, now);
        now = await stepPatiently(now, send);
        setRun(now);
      }
      setPhase(isBulkEnded(now) ? 'ended' : 'stopped');
      if (isBulkEnded(now)) keep(resource, null);
    } catch (error) {
      setProblem(errorMessage(error));
      setPhase('stopped');
    }
    onChanged();
  };
  return {
    run,
    phase,
    problem,
    interrupted,
    start: (from: BulkRun) => void start(from),
    resume: () => {
      const from = run ?? interrupted;
      if (from) void start(from);
    },
    retry: () => {
      if (!run) return;
      earlier.current = [...earlier.current, ...listBulkKeys(run)];
      void start(retryFailures(run, createCallKey()));
    },
    stop: () => {
      stopping.current = true;
    },
    /** Keys of all calls that wrote, for an undo. */
    writtenBy: () => [...earlier.current, ...(run ? listBulkKeys(run) : [])],
    purge: () => {
      earlier.current = [];
      keep(resource, null);
      setInterrupted(null);
      setRun(null);
      setPhase('idle');
    },
  };
}
export type Bulk = ReturnType<typeof useBulk>;
