import {
  type AnyResource,
  getImportFields,
  getWritableFields,
  type ImportRowError,
  type LocalizedText,
  type Mapping,
} from '@gantry/core';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useFormat, useSay } from '../../app/i18n/index.ts';
import { useWords } from '../../fields/index.ts';
import { createFirstMapping, isPlain } from './guess-mapping.ts';
import type { ImportRow } from './import-run.ts';
import type { MappedRows, OpenedTable, ReadingProgress, WorkerAnswer, WorkerRequest } from './import-worker.ts';

/** Thrown with the reason when a file cannot be read. */
class FileProblem extends Error {
  readonly reason: LocalizedText | string;
  constructor(reason: LocalizedText | string) {
    super(typeof reason === 'string' ? reason : reason.en);
    this.reason = reason;
  }
}

interface Waiting {
  readonly onAnswer: (answer: WorkerAnswer) => void;
  readonly onProblem: (problem: FileProblem) => void;
}
type Request<One = WorkerRequest> = One extends unknown ? Omit<One, 'id'> : never;

/** The content security policy requires trusted types; the worker script is the only permitted URL. */
const { trustedTypes } = window as unknown as {
  trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(url: string): string }): unknown };
};
trustedTypes?.createPolicy('default', {
  createScriptURL(url) {
    const { origin, pathname } = new URL(url, document.baseURI);
    if (origin === new URL(import.meta.url).origin && /\/import-worker[\w.-]*$/.test(pathname)) return url;
    throw new TypeError(`not a script of the console: ${url}`);
  },
});

/** A worker that reads one file, so that the page stays responsive. */
class FileReaderWorker {
  readonly #worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
  readonly #waiting = new Map<number, Waiting>();
  #count = 0;

  constructor() {
    this.#worker.addEventListener('message', ({ data }: MessageEvent<WorkerAnswer>) =>
      this.#waiting.get(data.id)?.onAnswer(data),
    );
    // The script cannot be loaded, or the worker is out of memory.
    this.#worker.addEventListener('error', ({ message }) => {
      for (const { onProblem } of this.#waiting.values()) onProblem(new FileProblem(message || 'import-worker'));
    });
  }

  /** Sends a request; messages before its result are passed to `onPart`. */
  request<Result>(request: Request, onPart: (answer: WorkerAnswer) => void = () => undefined): Promise<Result> {
    this.#count += 1;
    const id = this.#count;
    return new Promise((resolve, reject) => {
      const onProblem = (problem: FileProblem) => {
        this.#waiting.delete(id);
        reject(problem);
      };
      const onAnswer = (answer: WorkerAnswer) => {
        if (answer.kind === 'result') {
          this.#waiting.delete(id);
          resolve(answer.result as Result);
        } else if (answer.kind === 'problem') onProblem(new FileProblem(answer.reason));
        else onPart(answer);
      };
      this.#waiting.set(id, { onAnswer, onProblem });
      this.#worker.postMessage({ ...request, id } as WorkerRequest);
    });
  }

  /** Stops the worker; pending requests get no result. */
  end(): void {
    this.#waiting.clear();
    this.#worker.terminate();
  }
}

interface GivenFile {
  readonly name: string;
  readonly source: File;
  readonly table: OpenedTable;
}

interface Prepared extends MappedRows {
  readonly mapping: Mapping;
  readonly rows: readonly ImportRow[];
}

/** The progress of reading a file. */
export interface Reading extends ReadingProgress {
  readonly name: string;
}

/** Marks the failure of a file without rows. */
const isEmpty = Symbol('empty');

function useFailureText(failure: unknown): string {
  const t = useWords();
  const localize = useSay();
  if (failure === null) return '';
  if (failure === isEmpty) return t('resource.import.emptyFile');
  const reason = failure instanceof FileProblem ? failure.reason : String(failure);
  return t('resource.import.unreadable', { reason: typeof reason === 'string' ? reason : localize(reason) });
}

const nothing = { rows: [], unread: [], digest: '' } as const;

/** The rows that a mapping produces; empty until the worker has computed them. */
function usePreparedRows(
  worker: RefObject<FileReaderWorker | null>,
  file: GivenFile | null,
  mapping: Mapping,
  onFailure: (error: unknown) => void,
) {
  const { timeZone } = useFormat();
  const localize = useSay();
  const [prepared, setPrepared] = useState<Prepared | null>(null);
  const isReady = prepared !== null && prepared.mapping === mapping;
  const { rows, unread, digest } = isReady ? prepared : nothing;
  useEffect(() => {
    const own = worker.current;
    if (!own || !file) return;
    const found: ImportRow[] = [];
    own
      .request<MappedRows>({ kind: 'map', mapping, timeZone }, (answer) => {
        if (answer.kind === 'rows') for (const row of answer.rows) found.push(row);
      })
      .then((mapped) => setPrepared({ ...mapped, mapping, rows: found }), onFailure);
  }, [worker, file, mapping, timeZone, onFailure]);

  const unreadErrors = useMemo(
    () =>
      unread.map(({ line, problems }): ImportRowError => {
        const reasons = Object.entries(problems).map(([name, reason]) => [name, [localize(reason)]] as const);
        return { line, errors: Object.fromEntries(reasons) };
      }),
    [unread, localize],
  );
  return { isReady, rows, unread: unreadErrors, digest };
}

/**
 * Manages the file of an import, its column mapping and the resulting rows. A worker computes them with the same code as the
 * command line.
 */
export function useGivenFile(resource: AnyResource, onRead: (isPlain: boolean) => void) {
  const fields = useMemo(() => getImportFields(resource), [resource]);
  const required = useMemo(() => getWritableFields(resource, 'create'), [resource]);
  const worker = useRef<FileReaderWorker | null>(null);
  const [reading, setReading] = useState<Reading | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [file, setFile] = useState<GivenFile | null>(null);
  const [mapping, setMapping] = useState<Mapping>([]);
  const cancel = useCallback(() => {
    worker.current?.end();
    worker.current = null;
    setReading(null);
  }, []);
  useEffect(() => cancel, [cancel]);

  const problem = useFailureText(failure);
  const { isReady, ...prepared } = usePreparedRows(worker, file, mapping, setFailure);

  const take = async (source: File, isHeaded: boolean | null = null) => {
    cancel();
    setFailure(null);
    setReading({ name: source.name, rows: 0, share: null });
    const own = new FileReaderWorker();
    worker.current = own;
    try {
      const table = await own.request<OpenedTable>({ kind: 'open', file: source, resource, isHeaded }, (answer) => {
        if (answer.kind === 'progress') setReading({ name: source.name, ...answer.progress });
      });
      setReading(null);
      if (table.count === 0) return setFailure(isEmpty);
      const guessed = createFirstMapping(table, resource);
      setFile({ name: source.name, source, table });
      setMapping(guessed);
      onRead(isHeaded === null && isPlain(guessed, required) && table.notes.length === 0);
    } catch (error) {
      cancel();
      setFailure(error);
    }
  };

  return {
    fields,
    file,
    mapping,
    /** Whether the rows belong to the current mapping. */
    isReady,
    ...prepared,
    reading,
    problem,
    setMapping,
    take,
    cancel,
    /** Reads the cells of lines as in the file. */
    readCells: (lines: readonly number[]) =>
      worker.current?.request<(readonly unknown[])[]>({ kind: 'cells', lines }) ?? Promise.resolve(lines.map(() => [])),
  };
}
