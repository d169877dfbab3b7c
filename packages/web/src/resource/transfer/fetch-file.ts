import { apiBase, foreignAnswerMessage, isEnvelope, ResponseError, reactTo, toLocale } from '@gantry/core';
import { createCallKey, type useFailures } from '../../app/api/index.ts';

/** Bytes that are held in memory; larger data becomes a blob, which the browser may keep on disk. */
const maxBytesInMemory = 8 * 1024 * 1024;

async function getParts(answer: Response, onBytes: (bytes: number) => void): Promise<BlobPart[]> {
  const reader = answer.body?.getReader();
  const parts: Blob[] = [];
  let held: BlobPart[] = [];
  let [bytes, cachedBytes] = [0, 0];
  for (let step = await reader?.read(); step && !step.done; step = await reader?.read()) {
    held.push(step.value);
    bytes += step.value.byteLength;
    if (bytes - cachedBytes >= maxBytesInMemory) {
      parts.push(new Blob(held));
      held = [];
      cachedBytes = bytes;
    }
    onBytes(bytes);
  }
  return [...parts, ...held];
}

/** Converts an error response: the error envelope, or the page of a proxy. The file itself is never JSON. */
async function toRejection(path: string, answer: Response, locale: string): Promise<ResponseError | null> {
  const isFile = answer.headers.has('content-disposition');
  const isJson = !isFile && (answer.headers.get('content-type') ?? '').includes('application/json');
  if (answer.ok && !isJson) return null;
  const body: unknown = isJson ? await answer.json() : null;
  const transportMessage = foreignAnswerMessage(answer.status, toLocale(locale));
  const verdict = reactTo(path, { httpStatus: answer.status, body, transportMessage });
  return new ResponseError(verdict, answer.status, isEnvelope(body) ? body : null, null);
}

/** The parameters of a file request. */
interface FetchRequest {
  readonly locale: string;
  readonly failures: ReturnType<typeof useFailures>;
  readonly apiBaseUrl: string;
  readonly token: string | null;
}

interface FileCall {
  /** Path below the base URL of the API. */
  readonly call: string;
  readonly body: unknown;
  readonly signal: AbortSignal;
  /** Called with the number of received bytes. */
  readonly onBytes: (bytes: number) => void;
}

/** Downloads the file of a call, in parts. */
export async function fetchFile(
  { locale, failures, apiBaseUrl, token }: FetchRequest,
  { call, body, signal, onBytes }: FileCall,
): Promise<BlobPart[]> {
  const path = `${apiBase}${call}`;
  const answer = await fetch(apiBaseUrl + path, {
    method: 'POST',
    body: JSON.stringify(body),
    signal,
    credentials: 'omit',
    headers: {
      'content-type': 'application/json',
      'accept-language': locale,
      authorization: `Bearer ${token ?? ''}`,
      'idempotency-key': createCallKey(),
      'x-gantry-via': 'web',
    },
  });
  const rejection = await toRejection(path, answer, locale);
  if (rejection) failures.publish({ error: rejection, path });
  if (rejection) throw rejection;
  return getParts(answer, onBytes);
}
