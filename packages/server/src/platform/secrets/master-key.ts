import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A key that wraps other keys. Its id identifies the key and reveals nothing of it. */
export interface MasterKey {
  readonly id: string;
  readonly key: Buffer;
}

/** The sources of master keys: the environment takes precedence over the file. */
export interface MasterKeySource {
  /** `GANTRY_MASTER_KEY`: 32 bytes in base64; during a rotation several, newest first, separated by commas. */
  readonly given: string | undefined;
  /** The folder of `master.key`. */
  readonly folder: string;
}

const keyLength = 32;

/** Thrown for a malformed master key. */
export class BadMasterKey extends Error {
  override readonly name = 'BadMasterKey';
  /** Its number of bytes. */
  readonly bytes: number;

  constructor(bytes: number) {
    super(`a master key is ${keyLength} bytes in base64, not ${bytes}`);
    this.bytes = bytes;
  }
}

const fileName = 'master.key';

/** Derives a key for one purpose, which reveals nothing of the original key. */
export function derive(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, 'gantry', purpose, keyLength));
}

function parseMasterKey(encoded: string): MasterKey {
  const key = Buffer.from(encoded, 'base64');
  if (key.length !== keyLength) throw new BadMasterKey(key.length);
  const id = createHash('sha256').update(derive(key, 'key-id')).digest('hex').slice(0, 12);
  return { id, key: derive(key, 'wrap') };
}

function parseKeys(text: string): MasterKey[] {
  return text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(parseMasterKey);
}

/** Returns all master keys, the one to seal with first; empty when there is none. */
export function readMasterKeys({ given, folder }: MasterKeySource): MasterKey[] {
  if (given !== undefined && given.trim() !== '') return parseKeys(given);
  const file = path.join(folder, fileName);
  return existsSync(file) ? parseKeys(readFileSync(file, 'utf8')) : [];
}

/**
 * Creates a new key and writes it first in `master.key`, which only its owner may read. Older keys remain, to open older values.
 */
export function addMasterKey(folder: string): MasterKey {
  const file = path.join(folder, fileName);
  const older = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const encoded = randomBytes(keyLength).toString('base64');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, `${encoded}\n${older}`, { mode: 0o600, flush: true });
  return parseMasterKey(encoded);
}
