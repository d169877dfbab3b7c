import { createReadStream } from 'node:fs';
import { ConnectionTestError } from '../../outbound/index.ts';
import { callStorageFor, callStorageWell, type StorageDeps } from './signed-call.ts';

/** Whoever waits for an object to be sent. */
export interface Sending {
  /** Told after each part how many bytes are there. */
  report(bytes: number): Promise<void>;
  /** Breaks off a part on its way. */
  readonly signal?: AbortSignal;
}

/** S3 takes 10,000 parts of at least 5 MiB: so many of this size are 156 GiB. */
const partBytes = 16 * 1024 * 1024;
/** A slow line takes its time for a part; one that says nothing at all is given up. */
const partTimeout = 300_000;

const valueIn = (xml: string, name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1];

/** A file, or content that is small enough for one part, in pieces of one size; the last may be shorter. */
async function* partsOf(content: string | Buffer, size: number): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let length = 0;
  const pieces = typeof content === 'string' ? createReadStream(content, { highWaterMark: 1024 * 1024 }) : [content];
  for await (const piece of pieces) {
    held.push(piece as Buffer);
    length += (piece as Buffer).length;
    // A piece of 1 MiB divides a part evenly, so that nothing is left over.
    if (length < size) continue;
    yield Buffer.concat(held);
    held = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(held);
}

/**
 * Sends a file of any size, or a small buffer, a part at a time, so that memory holds one. An upload that fails is aborted. Does not
 * check whether the object exists: `sizeOfObject` does.
 */
export async function putLargeObject(
  deps: StorageDeps,
  name: string,
  content: string | Buffer,
  sending: Sending,
): Promise<void> {
  await callOffOpen(deps, name);
  const started = await callStorageWell(deps, { method: 'POST', name, query: { uploads: '' } });
  const uploadId = valueIn(started.body.toString('utf8'), 'UploadId');
  if (uploadId === undefined) throw new ConnectionTestError('answer');
  try {
    await putParts(deps, { name, uploadId, content }, sending);
  } catch (error) {
    // The bucket keeps the parts of an upload that no one ends; a failure to remove them is ignored.
    await callStorageFor(deps, { method: 'DELETE', name, query: { uploadId } }).catch(() => null);
    throw error;
  }
}

/**
 * Calls off the uploads of an object that a killed server left open: the bucket would keep, and charge for, their parts. Not every
 * key may list them, which is no reason to send nothing.
 */
async function callOffOpen(deps: StorageDeps, name: string): Promise<void> {
  const listing = { method: 'GET', name: '', query: { uploads: '', prefix: name } } as const;
  const listed = await callStorageFor(deps, listing).catch(() => null);
  const uploads = listed?.body.toString('utf8').match(/<Upload>.*?<\/Upload>/gs) ?? [];
  for (const xml of uploads) {
    const uploadId = valueIn(xml, 'UploadId');
    if (uploadId === undefined || valueIn(xml, 'Key') !== name) continue;
    await callStorageFor(deps, { method: 'DELETE', name, query: { uploadId } }).catch(() => null);
  }
}

interface Upload {
  readonly name: string;
  readonly uploadId: string;
  readonly content: string | Buffer;
}

async function putParts(
  deps: StorageDeps,
  { name, uploadId, content: source }: Upload,
  { report, signal }: Sending,
): Promise<void> {
  const tags: string[] = [];
  let sent = 0;
  for await (const content of partsOf(source, partBytes)) {
    const query = { partNumber: String(tags.length + 1), uploadId };
    const part = { method: 'PUT', name, query, content, timeoutMs: partTimeout, signal } as const;
    const { headers } = await callStorageWell(deps, part);
    if (typeof headers.etag !== 'string') throw new ConnectionTestError('answer');
    tags.push(headers.etag);
    sent += content.length;
    await report(sent);
  }
  const listed = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(tag)}</ETag></Part>`);
  const content = Buffer.from(`<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`);
  const query = { uploadId };
  const ended = await callStorageWell(deps, { method: 'POST', name, query, content, timeoutMs: partTimeout });
  // The storage answers 200 before it has joined the parts, so a failure is reported in the body.
  if (ended.body.includes('<Error>'))
    throw new ConnectionTestError('rejected', valueIn(ended.body.toString('utf8'), 'Code'));
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** In bytes; null when there is no such object. */
export async function getObjectSize(deps: StorageDeps, name: string): Promise<number | null> {
  const found = await callStorageFor(deps, { method: 'HEAD', name });
  if (found === null) return null;
  const length = found.headers['content-length'] ?? '';
  if (!/^\d{1,15}$/.test(length)) throw new ConnectionTestError('answer');
  return Number(length);
}

/** Reads an object of a known size, a part at a time. Throws when it is shorter or gone. */
export async function* readLargeObject(deps: StorageDeps, name: string, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; at += partBytes) {
    const end = Math.min(at + partBytes, size);
    const headers = { range: `bytes=${at}-${end - 1}` };
    const limits = { timeoutMs: partTimeout, maxBytes: partBytes };
    const found = await callStorageFor(deps, { method: 'GET', name, headers, ...limits });
    if (found?.body.length !== end - at) throw new ConnectionTestError('answer');
    yield found.body;
  }
}

/** With what an upload that was never ended has left of it. */
export async function removeObject(deps: StorageDeps, name: string): Promise<void> {
  await callStorageFor(deps, { method: 'DELETE', name });
  await callOffOpen(deps, name);
}
