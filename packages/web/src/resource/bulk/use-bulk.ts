import { type AnyResource, type BatchAnswer, errorMessage, getResourcePath } from '@gantry/core';
import { useCallback, useRef, useState } from 'react';
import { createCallKey } from '../../app/api/index.ts';
import { useStepUp } from '../../app/session/index.ts';
import { useCalls } from '../../fields/index.ts';
import { getBulkStorageKey } from '../list/use-picking.ts';
import { type BulkRun, isBulkEnded, listBulkKeys, retryFailures, runBulkStep, type SendBatch } from './run-bulk.ts';

export type BulkPhase = 'idle' | 'running' | 'stopped' | 'ended';

const timeoutMs = [500, 2000, 5000];

/** Returns the run that a reload interrupted. It is offered again and skips completed records. */
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

/** Retries a step without a response a few times with the same key, because the server may have executed it. */
async function runStepWithRetries(run: BulkRun, send: SendBatch): Promise<BulkRun> {
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

/** Runs a bulk action step by step. It can be stopped, resumed after a reload, and retried for its failures. */
export function useBulk(resource: AnyResource, onChanged: () => void) {
  const send = useSendBatch(resource);
  const [run, setRun] = useState<BulkRun | null>(null);
  const [interrupted, setInterrupted] = useState(() => getStoredRun(resource));
  const [phase, setPhase] = useState<BulkPhase>('idle');
  const [problem, setProblem] = useState('');
  const stopping = useRef(false);
  /** Earlier runs whose failures this run retries. */
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
        now = await runStepWithRetries(now, send);
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
    /** Idempotency keys of all writing calls, for undo. */
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
