import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import path from 'node:path';
import {
  type AnyResource,
  type DocumentAnswer,
  getInputFields,
  getResourcePath,
  sendDocument,
  type Values,
} from '@gantry/core';

/** Sends a write. A retry uses the same idempotency key. */
export type Write = <T>(call: string, body: object, idempotencyKey: string) => Promise<T>;

async function readBytes(handle: FileHandle, from: number, to: number): Promise<string> {
  const bytes = Buffer.alloc(to - from);
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await handle.read(bytes, at, bytes.length - at, from + at);
    // Without this error, the rest of the file would be sent as zeros.
    if (bytesRead === 0) throw Object.assign(new Error('The file became shorter'), { code: 'ESHORT', syscall: 'read' });
    at += bytesRead;
  }
  return bytes.toString('base64');
}

/** Returns the SHA-256 of a file, read in chunks. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** Uploads a file in parts and returns its name on the server. */
export async function uploadDocument(
  write: Write,
  file: string,
  onSent?: (share: number) => void,
): Promise<DocumentAnswer> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const read = (from: number, to: number) => readBytes(handle, from, to);
    const send = (call: string, body: object) => write<DocumentAnswer>(call, body, randomUUID());
    return await sendDocument(send, { name: path.basename(file), size, read }, onSent);
  } finally {
    await handle.close();
  }
}

/**
 * Uploads a file in parts and passes it to an action of a resource, `add` by default. Returns the id of the record, or of the job
 * that processes the file.
 * @param key the idempotency key of the action: repeating it with the same key changes nothing
 */
export async function sendDocumentFile(
  write: Write,
  resource: AnyResource,
  file: string,
  values: Values,
  onSent?: (share: number) => void,
  name = 'add',
  key: string = randomUUID(),
): Promise<number> {
  const stored = await uploadDocument(write, file, onSent);
  const action = resource.actions?.[name];
  const named = name === 'add' && action && 'name' in getInputFields(resource, action) ? { name: stored.name } : {};
  const body = { ...named, ...values, file: stored.file };
  const { id, job } = await write<{ id?: number; job?: number }>(getResourcePath(resource.name, name), body, key);
  return id ?? job ?? 0;
}
