import { type DocumentAnswer, sendDocument } from '@gantry/core';
import { createCallKey } from '../../../app/api/index.ts';
import { useCalls } from '../../../fields/index.ts';

export const documentTypes = '.pdf,.docx,.xlsx,.pptx,.md,.markdown,.txt,.csv,.tsv,.html,.htm,.xhtml';

function getBase64(part: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(String(reader.result).replace(/^[^,]*,/, '')));
    reader.addEventListener('error', () => reject(reader.error ?? new Error('')));
    reader.readAsDataURL(part);
  });
}

/** Uploads a document in parts and resolves to its name on the server. Rejects with the error, or when it is canceled. */
export function useDocumentUpload() {
  const { call } = useCalls();
  return (file: File, onSent?: (share: number) => void, signal?: AbortSignal): Promise<DocumentAnswer> => {
    const send = (path: string, body: Readonly<Record<string, unknown>>) =>
      call<DocumentAnswer>(path, body, { idempotencyKey: createCallKey(), ...(signal ? { signal } : {}) });
    const read = (from: number, to: number) => {
      signal?.throwIfAborted();
      return getBase64(file.slice(from, to));
    };
    return sendDocument(send, { name: file.name, size: file.size, read }, onSent);
  };
}
