import { parentPort } from 'node:worker_threads';
import { DocumentError } from './modules/knowledge/parse/document-error.ts';
import { type ParseOutcome, type ParseRequest, parserActions } from './modules/knowledge/parse/parser-threads.ts';

// A thread that parses documents in sequence. A crash here does not affect the server that started it.
const answer = (outcome: ParseOutcome) => parentPort?.postMessage(outcome);
parentPort?.on('message', ({ availableAction, job }: ParseRequest) => {
  const work: Promise<unknown> = parserActions[availableAction](job as never);
  work.then(
    (result) => answer({ ok: true, result }),
    (error: unknown) =>
      answer(
        error instanceof DocumentError
          ? { ok: false, code: error.code, detail: error.detail }
          : { ok: false, code: 'damaged', detail: null },
      ),
  );
});
parentPort?.postMessage('ready');
