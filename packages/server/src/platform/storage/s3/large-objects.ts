import { createReadStream } from 'node:fs';
import { ConnectionTestError } from '../../outbound/index.ts';
import { callStorageOrNull, callStorageOrThrow, type StorageDeps } from './signed-call.ts';

/** Options of an upload. */
export interface UploadOptions {
  /** Called after each part with the number of uploaded bytes. */
  report(bytes: number): Promise<void>;
  /** Aborts the upload of a part. */
  readonly signal?: AbortSignal;
}

/** Size of a part. S3 accepts 10,000 parts of at least 5 MiB: with this size 156 GiB. */
const partBytes = 16 * 1024 * 1024;
/** Timeout of a part, in ms, for slow connections. */
const partTimeoutMs = 300_000;

const readXmlValue = (xml: string, name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1];

/** Splits a file or a small buffer into parts of one size; the last one may be shorter. */
async function* splitIntoParts(content: string | Buffer, size: number): AsyncGenerator<Buffer> {
  let chunks: Buffer[] = [];
  let length = 0;
  const pieces = typeof content === 'string' ? createReadStream(content, { highWaterMark: 1024 * 1024 }) : [content];
  for await (const piece of pieces) {
    chunks.push(piece as Buffer);
    length += (piece as Buffer).length;
    // Chunks of 1 MiB divide a part evenly, so nothing is left over.
    if (length < size) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    length = 0;
  }
  if (length > 0) yield Buffer.concat(chunks);
}

/**
 * Uploads a file of any size, or a small buffer, part by part, so that only one part is in memory. A failed upload is aborted. It
 * does not check that the object exists: `getObjectSize` does.
 */
export async function putLargeObject(
  deps: StorageDeps,
  name: string,
  content: string | Buffer,
  sending: UploadOptions,
): Promise<void> {
  await abortOpenUploads(deps, name);
  const started = await callStorageOrThrow(deps, { method: 'POST', name, query: { uploads: '' } });
  const uploadId = readXmlValue(started.body.toString('utf8'), 'UploadId');
  if (uploadId === undefined) throw new ConnectionTestError('answer');
  try {
    await putParts(deps, { name, uploadId, content }, sending);
  } catch (error) {
    // The bucket retains the parts of an unfinished upload; a failure to remove them is ignored.
    await callStorageOrNull(deps, { method: 'DELETE', name, query: { uploadId } }).catch(() => null);
    throw error;
  }
}

/**
 * Aborts the uploads of an object that a killed server left open: the bucket would store their parts, at a cost. Some keys may
 * not list them; then nothing is aborted.
 */
async function abortOpenUploads(deps: StorageDeps, name: string): Promise<void> {
  const listing = { method: 'GET', name: '', query: { uploads: '', prefix: name } } as const;
  const listed = await callStorageOrNull(deps, listing).catch(() => null);
  const uploads = listed?.body.toString('utf8').match(/<Upload>.*?<\/Upload>/gs) ?? [];
  for (const xml of uploads) {
    const uploadId = readXmlValue(xml, 'UploadId');
    if (uploadId === undefined || readXmlValue(xml, 'Key') !== name) continue;
    await callStorageOrNull(deps, { method: 'DELETE', name, query: { uploadId } }).catch(() => null);
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
  { report, signal }: UploadOptions,
): Promise<void> {
  const tags: string[] = [];
  let sent = 0;
  for await (const content of splitIntoParts(source, partBytes)) {
    const query = { partNumber: String(tags.length + 1), uploadId };
    const part = { method: 'PUT', name, query, content, timeoutMs: partTimeoutMs, signal } as const;
    const { headers } = await callStorageOrThrow(deps, part);
    if (typeof headers.etag !== 'string') throw new ConnectionTestError('answer');
    tags.push(headers.etag);
    sent += content.length;
    await report(sent);
  }
  const listed = tags.map((tag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${escapeXml(tag)}</ETag></Part>`);
  const content = Buffer.from(`<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`);
  const query = { uploadId };
  const ended = await callStorageOrThrow(deps, { method: 'POST', name, query, content, timeoutMs: partTimeoutMs });
  // The storage responds 200 before it has joined the parts, so failures are reported in the body.
  if (ended.body.includes('<Error>'))
    throw new ConnectionTestError('rejected', readXmlValue(ended.body.toString('utf8'), 'Code'));
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Returns the size of an object in bytes; null when it does not exist. */
export async function getObjectSize(deps: StorageDeps, name: string): Promise<number | null> {
  const found = await callStorageOrNull(deps, { method: 'HEAD', name });
  if (found === null) return null;
  const length = found.headers['content-length'] ?? '';
  if (!/^\d{1,15}$/.test(length)) throw new ConnectionTestError('answer');
  return Number(length);
}

/** Reads an object of a known size, part by part. Throws when it is shorter or does not exist. */
export async function* readLargeObject(deps: StorageDeps, name: string, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < size; at += partBytes) {
    const end = Math.min(at + partBytes, size);
    const headers = { range: `bytes=${at}-${end - 1}` };
    const limits = { timeoutMs: partTimeoutMs, maxBytes: partBytes };
    const found = await callStorageOrNull(deps, { method: 'GET', name, headers, ...limits });
    if (found?.body.length !== end - at) throw new ConnectionTestError('answer');
    yield found.body;
  }
}

/** Removes an object, and the parts of its unfinished uploads. */
export async function removeObject(deps: StorageDeps, name: string): Promise<void> {
  await callStorageOrNull(deps, { method: 'DELETE', name });
  await abortOpenUploads(deps, name);
}
