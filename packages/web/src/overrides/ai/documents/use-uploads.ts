import { type AnyResource, ApiError, resourcePath } from '@gantry/core';
import { useEffect, useRef, useState } from 'react';
import { newCallKey } from '../../../api/index.ts';
import { useCalls } from '../../../fields/index.ts';
import { useDocumentUpload } from './use-document-upload.ts';

export interface UploadLine {
  readonly key: number;
  readonly name: string;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled';
  /** Of its bytes, from 0 to 1. */
  readonly share: number;
  /** Why it failed, in words. */
  readonly problem: string;
}

interface Job extends UploadLine {
  readonly file: File;
  readonly values: Readonly<Record<string, unknown>>;
  readonly stop: AbortController;
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

type Call = ReturnType<typeof useCalls>['call'];

/** Keys of files whose adding nobody answered: the same file dropped again is added, and paid for, once. */
const unanswered = new Map<string, string>();

async function addOnce(call: Call, path: string, body: Readonly<Record<string, unknown>>): Promise<void> {
  const what = `${path}\n${JSON.stringify(body)}`;
  const before = unanswered.get(what);
  const idempotencyKey = before ?? newCallKey();
  unanswered.set(what, idempotencyKey);
  try {
    await call(path, body, { idempotencyKey, quiet: true });
    unanswered.delete(what);
  } catch (error) {
    // Refused at once, nothing was added; without an answer, or with one of a server in trouble, nobody knows.
    const isRefused = error instanceof ApiError && error.code !== null && (error.httpStatus ?? 500) < 500;
    if (isRefused && before === undefined) unanswered.delete(what);
    throw error;
  }
}

/** Sends files one after the other and adds each with the action `add`; what one is refused for does not stop the rest. */
export function useUploads(resource: AnyResource) {
  const upload = useDocumentUpload();
  const { call } = useCalls();
  const [lines, setLines] = useState<readonly Job[]>([]);
  const queue = useRef<Job[]>([]);
  const isBusy = useRef(false);
  const next = useRef(0);
  useEffect(() => () => queue.current.splice(0).forEach(({ stop }) => void stop.abort()), []);
  const tell = (key: number, change: Partial<UploadLine>) =>
    setLines((known) => known.map((line) => (line.key === key ? { ...line, ...change } : line)));

  const send = async ({ key, file, values, stop: { signal } }: Job) => {
    if (signal.aborted) return;
    tell(key, { state: 'sending' });
    try {
      const stored = await upload(file, (share) => tell(key, { share }), signal);
      signal.throwIfAborted();
      const body = { ...values, file: stored.file, name: stored.name };
      await addOnce(call, resourcePath(resource.name, 'add'), body);
      tell(key, { state: 'done', share: 1 });
    } catch (error) {
      if (!signal.aborted) tell(key, { state: 'failed', problem: wordsOf(error) });
    }
  };
  const work = async () => {
    if (isBusy.current) return;
    isBusy.current = true;
    for (let job = queue.current[0]; job; job = queue.current[0]) {
      await send(job);
      queue.current.shift();
    }
    isBusy.current = false;
  };
  return {
    lines: lines as readonly UploadLine[],
    busy: lines.some(({ state }) => state === 'waiting' || state === 'sending'),
    add(files: readonly File[], values: Readonly<Record<string, unknown>>) {
      const jobs = files.map((file): Job => {
        next.current += 1;
        const line = { key: next.current, name: file.name, state: 'waiting', share: 0, problem: '' } as const;
        return { ...line, file, values, stop: new AbortController() };
      });
      queue.current.push(...jobs);
      setLines((known) => [...known, ...jobs]);
      void work();
    },
    cancel(key: number) {
      for (const job of queue.current) if (job.key === key) job.stop.abort();
      tell(key, { state: 'cancelled' });
    },
  };
}
