import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { type BrokenProblem, brokenProblems } from '@gantry/core';
import { derive } from '../../../platform/secrets/master-key.ts';

/** The first line of the file, in clear; every frame is bound to it. */
export interface SealedHeader {
  readonly format: 'gantry-backup';
  readonly version: 1;
  readonly kind: 'sqlite' | 'postgres';
  /** Which master key the content is sealed under. */
  readonly keyId: string;
  /** UTC ms. */
  readonly createdAt: number;
  /** The newest migration of the database. */
  readonly migration: string;
  /** Base64; makes the key of this file its own. */
  readonly salt: string;
}

/** The file is cut short, changed, of another master key, or no backup at all. */
export class BrokenBackup extends Error {
  override readonly name = 'BrokenBackup';
  readonly problem: BrokenProblem;

  constructor(problem: BrokenProblem) {
    super(brokenProblems[problem].en);
    this.problem = problem;
  }
}

const frameBytes = 1024 * 1024;
const tagBytes = 16;
const prefixBytes = 5;
const maxHeader = 4096;
const options = { authTagLength: tagBytes } as const;

/**
 * The key and the authenticated data of one file. Frames are numbered and the last one is marked, so that none can be removed,
 * moved or added.
 */
function getFrames(headerLine: string, salt: string, masterKey: Buffer) {
  const key = derive(masterKey, `backup ${salt}`);
  const binding = createHash('sha256').update(headerLine).digest();
  const getNonce = (index: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeBigUInt64BE(BigInt(index), 4);
    return bytes;
  };
  const createAad = (isLast: boolean) => Buffer.concat([binding, Buffer.from([isLast ? 1 : 0])]);
  return {
    seal(plain: Buffer, index: number, isLast: boolean): Buffer {
      const cipher = createCipheriv('aes-256-gcm', key, getNonce(index), options).setAAD(createAad(isLast));
      const body = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
      const prefix = Buffer.alloc(prefixBytes);
      prefix.writeUInt8(isLast ? 1 : 0, 0);
      prefix.writeUInt32BE(body.length, 1);
      return Buffer.concat([prefix, body]);
    },
    open(body: Buffer, index: number, isLast: boolean): Buffer {
      const decipher = createDecipheriv('aes-256-gcm', key, getNonce(index), options).setAAD(createAad(isLast));
      decipher.setAuthTag(body.subarray(body.length - tagBytes));
      try {
        return Buffer.concat([decipher.update(body.subarray(0, -tagBytes)), decipher.final()]);
      } catch {
        throw new BrokenBackup('backupChanged');
      }
    },
  };
}

/** Pieces of any size as frames of one size, each with whether it is the last. */
async function* splitIntoFrames(source: AsyncIterable<Buffer>): AsyncGenerator<{ plain: Buffer; isLast: boolean }> {
  let waiting = Buffer.alloc(0);
  for await (const piece of source) {
    waiting = Buffer.concat([waiting, piece]);
    for (; waiting.length > frameBytes; waiting = waiting.subarray(frameBytes))
      yield { plain: waiting.subarray(0, frameBytes), isLast: false };
  }
  yield { plain: waiting, isLast: true };
}

/** Seals a stream into a new file that only its owner may read, and gives its size. An unfinished file never has its name. */
export async function writeSealed(
  file: string,
  about: Omit<SealedHeader, 'format' | 'version' | 'salt'>,
  masterKey: Buffer,
  source: AsyncIterable<Buffer>,
): Promise<number> {
  const salt = randomBytes(16).toString('base64');
  const header: SealedHeader = { format: 'gantry-backup', version: 1, ...about, salt };
  const line = `${JSON.stringify(header)}\n`;
  const frames = getFrames(line, salt, masterKey);
  const partial = `${file}.partial`;
  const handle = await open(partial, 'wx', 0o600);
  let bytes = 0;
  try {
    const write = async (part: Buffer) => {
      bytes += part.length;
      await handle.writeFile(part);
    };
    await write(Buffer.from(line));
    let index = 0;
    for await (const { plain, isLast } of splitIntoFrames(source)) await write(frames.seal(plain, index++, isLast));
    await handle.sync();
  } catch (error) {
    await handle.close();
    await rm(partial, { force: true });
    throw error;
  }
  await handle.close();
  await rename(partial, file);
  return bytes;
}

async function readExactly(handle: FileHandle, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let got = 0;
  while (got < length) {
    const { bytesRead } = await handle.read(buffer, got, length - got, null);
    if (bytesRead === 0) throw new BrokenBackup('backupCut');
    got += bytesRead;
  }
  return buffer;
}

async function readHeaderLine(handle: FileHandle): Promise<string> {
  const bytes: number[] = [];
  while (bytes.length < maxHeader) {
    const [byte = 0] = await readExactly(handle, 1);
    bytes.push(byte);
    if (byte === 0x0a) return Buffer.from(bytes).toString('utf8');
  }
  throw new BrokenBackup('noBackup');
}

function parseHeader(line: string): SealedHeader {
  try {
    const value: unknown = JSON.parse(line);
    const isOurs = typeof value === 'object' && value !== null && 'format' in value && value.format === 'gantry-backup';
    if (isOurs && 'version' in value && value.version === 1) return value as SealedHeader;
  } catch {
    // falls through: what cannot be read is no backup
  }
  throw new BrokenBackup('noBackup');
}

export async function readSealedHeader(file: string): Promise<SealedHeader> {
  const handle = await open(file, 'r');
  try {
    return parseHeader(await readHeaderLine(handle));
  } finally {
    await handle.close();
  }
}

/** The content of a sealed file, each chunk verified before it is returned; throws BrokenBackup at the first damaged one. */
export async function* readSealed(file: string, keyOf: (id: string) => Buffer | undefined): AsyncGenerator<Buffer> {
  const handle = await open(file, 'r');
  try {
    const line = await readHeaderLine(handle);
    const header = parseHeader(line);
    const masterKey = keyOf(header.keyId);
    if (!masterKey) throw new BrokenBackup('keyMissing');
    const frames = getFrames(line, header.salt, masterKey);
    for (let index = 0, isLast = false; !isLast; index++) {
      const prefix = await readExactly(handle, prefixBytes);
      isLast = prefix.readUInt8(0) === 1;
      const length = prefix.readUInt32BE(1);
      if (length < tagBytes || length > frameBytes + tagBytes) throw new BrokenBackup('backupPart');
      yield frames.open(await readExactly(handle, length), index, isLast);
    }
    const { bytesRead } = await handle.read(Buffer.alloc(1), 0, 1, null);
    if (bytesRead > 0) throw new BrokenBackup('backupLonger');
  } finally {
    await handle.close();
  }
}
