import { type AnyResource, ApiError, resourcePath } from '@gantry/core';
import { newCallKey } from '../../../api/index.ts';
import { useCalls } from '../../../fields/index.ts';
import { useDocumentUpload } from './use-document-upload.ts';
import { useUploadQueue } from './use-upload-queue.ts';

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

/** Sends files one after the other and adds each with the action `add`. */
export function useUploads(resource: AnyResource) {
  const upload = useDocumentUpload();
  const { call } = useCalls();
  return useUploadQueue(async (file, values, onShare, signal) => {
    const stored = await upload(file, onShare, signal);
    signal.throwIfAborted();
    await addOnce(call, resourcePath(resource.name, 'add'), { ...values, file: stored.file, name: stored.name });
  });
}
