import { createHash, hkdfSync, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** A key that wraps others. Its id says which key sealed a value and reveals nothing of the key. */
export interface MasterKey {
  readonly id: string;
  readonly key: Buffer;
}

/** Where master keys come from: the environment wins over the file. */
export interface MasterKeySource {
  /** `GANTRY_MASTER_KEY`: 32 bytes in base64; several, newest first, divided by commas while a rotation runs. */
  readonly given: string | undefined;
  /** The server's own folder, where `master.key` lies. */
  readonly folder: string;
}

const keyLength = 32;

/** What was given is no master key. */
export class BadMasterKey extends Error {
  override readonly name = 'BadMasterKey';
  /** How many bytes it has. */
  readonly bytes: number;

  constructor(bytes: number) {
    super(`a master key is ${keyLength} bytes in base64, not ${bytes}`);
    this.bytes = bytes;
  }
}

const fileName = 'master.key';

/** A key of its own for one purpose, which reveals nothing of the key that it is derived from. */
export function derive(key: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', key, 'gantry', purpose, keyLength));
}

function masterKeyOf(encoded: string): MasterKey {
  const key = Buffer.from(encoded, 'base64');
  if (key.length !== keyLength) throw new BadMasterKey(key.length);
  const id = createHash('sha256').update(derive(key, 'key-id')).digest('hex').slice(0, 12);
  return { id, key: derive(key, 'wrap') };
}

function parseKeys(text: string): MasterKey[] {
  return text
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(masterKeyOf);
}

/** Every master key that there is, the one to seal with first; empty when none was ever given or made. */
export function readMasterKeys({ given, folder }: MasterKeySource): MasterKey[] {
  if (given !== undefined && given.trim() !== '') return parseKeys(given);
  const file = path.join(folder, fileName);
  return existsSync(file) ? parseKeys(readFileSync(file, 'utf8')) : [];
}

/** Makes a new key and puts it first in `master.key`, which only its owner may read. Older keys stay, to open with. */
export function addMasterKey(folder: string): MasterKey {
  const file = path.join(folder, fileName);
  const older = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const encoded = randomBytes(keyLength).toString('base64');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, `${encoded}\n${older}`, { mode: 0o600, flush: true });
  return masterKeyOf(encoded);
}
