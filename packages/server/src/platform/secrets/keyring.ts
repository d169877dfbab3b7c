import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ApiError } from '@gantry/core';
import type { Database, Reader } from '../store/database.ts';
import { getKeyId, open, type SecretPlace, seal } from './envelope.ts';
import { addMasterKey, derive, type MasterKey, type MasterKeySource, readMasterKeys } from './master-key.ts';

/** The purpose of a derived key; each purpose has its own key. */
export type KeyPurpose = 'audit' | 'backup' | 'search' | 'session';

/**
 * The keys of an installation. A locked keyring has no key that fits its database: it neither seals nor opens values, nothing is
 * lost, and the server serves no secrets until the right key is given.
 */
export interface Keyring {
  readonly locked: boolean;
  /** Id of the key that seals new values; empty when locked. */
  readonly currentKeyId: string;
  seal(place: SecretPlace, value: string): string;
  open(place: SecretPlace, sealed: string): string;
  /** Returns a derived key. It does not change for the life of the database, whatever master key wraps its root. */
  key(purpose: KeyPurpose): Buffer;
  /** Returns HMAC-SHA-256 in hex with the key of a purpose. */
  mac(purpose: KeyPurpose, ...parts: string[]): string;
}

/** Seals and opens values, and compares sealed values. */
export type Sealing = Pick<Keyring, 'seal' | 'open' | 'mac'>;

const table = 'secret_roots';
const place: SecretPlace = { table, id: 1, column: 'sealed' };

async function readRoot(read: Reader): Promise<string | null> {
  const row = await read.selectFrom(table).select('sealed').where('id', '=', 1).executeTakeFirst();
  return row ? row.sealed : null;
}

/** Creates the root of all derived keys, once, by the first process. */
async function createRoot(database: Database, master: MasterKey): Promise<string> {
  const sealed = seal(master, place, randomBytes(32).toString('base64'));
  await database.transaction(async (tx) => {
    await tx
      .insertInto(table)
      .values({ id: 1, sealed })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  });
  return (await readRoot(database.read)) ?? sealed;
}

/** Wraps the root with the newest master key, unless it already is. */
export async function rewrapRoot(database: Database, masters: readonly MasterKey[]): Promise<void> {
  const [current] = masters;
  const stored = await readRoot(database.read);
  if (!current || stored === null || getKeyId(stored) === current.id) return;
  const sealed = seal(current, place, open(masters, place, stored));
  await database.transaction(async (tx) => {
    await tx.updateTable(table).set({ sealed }).where('id', '=', 1).where('sealed', '=', stored).execute();
  });
}

function throwLocked(): never {
  throw new ApiError('busy', { data: { locked: true } });
}

function createLockedKeyring(): Keyring {
  const reject = throwLocked;
  return { locked: true, currentKeyId: '', seal: reject, open: reject, key: reject, mac: reject };
}

/** Creates a keyring. `read` is called again when a value was sealed with a key of a later rotation. */
function createKeyring(read: () => readonly MasterKey[], root: Buffer): Keyring {
  let masters = read();
  const current = () => masters[0] ?? throwLocked();
  const keys = new Map<KeyPurpose, Buffer>();
  const getKey = (purpose: KeyPurpose) => {
    const derived = keys.get(purpose) ?? derive(root, purpose);
    keys.set(purpose, derived);
    return derived;
  };
  return {
    locked: false,
    get currentKeyId() {
      return current().id;
    },
    seal: (at, value) => seal(current(), at, value),
    open: (at, sealed) => {
      if (!masters.some((master) => master.id === getKeyId(sealed))) masters = read();
      return open(masters, at, sealed);
    },
    key: getKey,
    mac: (purpose, ...parts) => createHmac('sha256', getKey(purpose)).update(JSON.stringify(parts)).digest('hex'),
  };
}

/**
 * Opens the keyring of a migrated database. The first start creates `master.key`; later a missing or wrong key results in a
 * locked keyring and never in a new key, which could open no existing value.
 */
export async function openKeyring(database: Database, source: MasterKeySource): Promise<Keyring> {
  const stored = await readRoot(database.read);
  const masters = readMasterKeys(source);
  const hasKeyOf = (sealed: string) => masters.some((master) => master.id === getKeyId(sealed));
  if (stored !== null && !hasKeyOf(stored)) return createLockedKeyring();
  const current = masters[0] ?? addMasterKey(source.folder);
  if (masters.length === 0) masters.push(current);
  const root = stored ?? (await createRoot(database, current));
  if (!hasKeyOf(root)) return createLockedKeyring();
  return createKeyring(() => readMasterKeys(source), Buffer.from(open(masters, place, root), 'base64'));
}

/** Whether two texts are equal, compared in constant time. */
export function isSameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
