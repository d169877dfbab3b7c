import { errorMessage } from '@gantry/core';
import { useEffect, useRef, useState } from 'react';

export interface UploadLine {
  readonly key: number;
  readonly name: string;
  readonly state: 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled';
  /** Uploaded fraction, from 0 to 1. */
  readonly share: number;
  /** Error message. */
  readonly problem: string;
}

type Answers = Readonly<Record<string, unknown>>;

interface Job extends UploadLine {
  readonly file: File;
  readonly values: Answers;
  readonly stop: AbortController;
}

/** Uploads one file and creates its record with the values that apply to all files; rejects with the message of the error. */
export type SendFile = (
  file: File,
  values: Answers,
  onShare: (share: number) => void,
  signal: AbortSignal,
) => Promise<void>;

const getWords = (error: unknown) => errorMessage(error);

/** Sends files one after the other; a rejected file does not stop the rest. */
export function useUploadQueue(sendFile: SendFile) {
  const [lines, setLines] = useState<readonly Job[]>([]);
  const queue = useRef<Job[]>([]);
  const isBusy = useRef(false);
  const next = useRef(0);
  useEffect(() => () => queue.current.splice(0).forEach(({ stop }) => void stop.abort()), []);
  const report = (key: number, change: Partial<UploadLine>) =>
    setLines((known) => known.map((line) => (line.key === key ? { ...line, ...change } : line)));

  const send = async ({ key, file, values, stop: { signal } }: Job) => {
    if (signal.aborted) return;
    report(key, { state: 'sending' });
    try {
      await sendFile(file, values, (share) => report(key, { share }), signal);
      report(key, { state: 'done', share: 1 });
    } catch (error) {
      if (!signal.aborted) report(key, { state: 'failed', problem: getWords(error) });
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
    add(files: readonly File[], values: Answers) {
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
      report(key, { state: 'cancelled' });
    },
  };
}
