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

/** Makes a write; the key is the same when it is sent again. */
export type Write = <T>(call: string, body: object, idempotencyKey: string) => Promise<T>;

async function bytesOf(handle: FileHandle, from: number, to: number): Promise<string> {
  const bytes = Buffer.alloc(to - from);
  for (let at = 0; at < bytes.length; ) {
    const { bytesRead } = await handle.read(bytes, at, bytes.length - at, from + at);
    // Sent on, the rest would be zeros under the name of the file.
    if (bytesRead === 0) throw Object.assign(new Error('The file became shorter'), { code: 'ESHORT', syscall: 'read' });
    at += bytesRead;
  }
  return bytes.toString('base64');
}

/** SHA-256 of a file, read a piece at a time. */
export async function digestOfFile(file: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(file)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** Uploads a file in parts; gives what the server calls it. */
export async function uploadDocument(
  write: Write,
  file: string,
  onSent?: (share: number) => void,
): Promise<DocumentAnswer> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const read = (from: number, to: number) => bytesOf(handle, from, to);
    const send = (call: string, body: object) => write<DocumentAnswer>(call, body, randomUUID());
    return await sendDocument(send, { name: path.basename(file), size, read }, onSent);
  } finally {
    await handle.close();
  }
}

/**
 * Uploads a file in parts and hands it to an action of a resource, which is `add` unless said otherwise. Gives the id of the record,
 * or of the job that goes on with it.
 * @param key under which that is done: whoever does the same under it again changes nothing
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
