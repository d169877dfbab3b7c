import { type AnyResource, getResourcePath, ResponseError } from '@gantry/core';
import { createCallKey } from '../../../app/api/index.ts';
import { useCalls } from '../../../fields/index.ts';
import { useDocumentUpload } from './use-document-upload.ts';
import { useUploadQueue } from './use-upload-queue.ts';

type Call = ReturnType<typeof useCalls>['call'];

/** Keys of files whose adding nobody answered: the same file dropped again is added, and paid for, once. */
const unanswered = new Map<string, string>();

async function addOnce(call: Call, path: string, body: Readonly<Record<string, unknown>>): Promise<void> {
  const what = `${path}\n${JSON.stringify(body)}`;
  const before = unanswered.get(what);
  const idempotencyKey = before ?? createCallKey();
  unanswered.set(what, idempotencyKey);
  try {
    await call(path, body, { idempotencyKey, quiet: true });
    unanswered.delete(what);
  } catch (error) {
    // Refused at once, nothing was added; without an answer, or with one of a server in trouble, nobody knows.
    const isRejected = error instanceof ResponseError && error.code !== null && (error.httpStatus ?? 500) < 500;
    if (isRejected && before === undefined) unanswered.delete(what);
    throw error;
  }
}

/** Sends files one after the other and adds each with the action `add`. */
export function useUploads(resource: AnyResource) {
  const upload = useDocumentUpload();
  const { call } = useCalls();
  return useUploadQueue(async (file, values, onShare, signal) => {
    const stored = await upload(file, onShare, signal);
    signal.throwIfAborted();
    await addOnce(call, getResourcePath(resource.name, 'add'), { ...values, file: stored.file, name: stored.name });
  });
}
