import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { ApiError } from '@gantry/core';
import type { Database, Reader } from '../store/database.ts';
import { getKeyId, open, type SecretPlace, seal } from './envelope.ts';
import { addMasterKey, derive, type MasterKey, type MasterKeySource, readMasterKeys } from './master-key.ts';

/** What a derived key is for; each purpose has its own. */
export type KeyPurpose = 'audit' | 'backup' | 'search' | 'session';

/**
 * The keys of one installation. A locked ring has no key that fits its database: nothing is sealed or opened, nothing is
 * lost, and the server serves no secret until the right key is given.
 */
export interface Keyring {
  readonly locked: boolean;
  /** Id of the key that seals now; empty when locked. */
  readonly currentKeyId: string;
  seal(place: SecretPlace, value: string): string;
  open(place: SecretPlace, sealed: string): string;
  /** Stays the same for the life of the database, whatever master key wraps it. */
  key(purpose: KeyPurpose): Buffer;
  /** HMAC-SHA-256 in hex, under the key of a purpose. */
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

/** The root of all derived keys is made once, by whichever process comes first. */
async function makeRoot(database: Database, master: MasterKey): Promise<string> {
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

/** The root again under the newest master key, when an older one wraps it. */
export async function rewrapRoot(database: Database, masters: readonly MasterKey[]): Promise<void> {
  const [current] = masters;
  const stored = await readRoot(database.read);
  if (!current || stored === null || getKeyId(stored) === current.id) return;
  const sealed = seal(current, place, open(masters, place, stored));
  await database.transaction(async (tx) => {
    await tx.updateTable(table).set({ sealed }).where('id', '=', 1).where('sealed', '=', stored).execute();
  });
}

function unsealable(): never {
  throw new ApiError('busy', { data: { locked: true } });
}

function lockedRing(): Keyring {
  const reject = unsealable;
  return { locked: true, currentKeyId: '', seal: reject, open: reject, key: reject, mac: reject };
}

/** `read` is asked again when a value was sealed with a key that a rotation made since. */
function ringOf(read: () => readonly MasterKey[], root: Buffer): Keyring {
  let masters = read();
  const current = () => masters[0] ?? unsealable();
  const keys = new Map<KeyPurpose, Buffer>();
  const key = (purpose: KeyPurpose) => {
    const known = keys.get(purpose) ?? derive(root, purpose);
    keys.set(purpose, known);
    return known;
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
    key,
    mac: (purpose, ...parts) => createHmac('sha256', key(purpose)).update(JSON.stringify(parts)).digest('hex'),
  };
}

/**
 * Opens the ring of a migrated database. The first boot makes `master.key`; later a missing or wrong key gives a locked
 * ring and never a new key, which could open nothing that is there.
 */
export async function openKeyring(database: Database, source: MasterKeySource): Promise<Keyring> {
  const stored = await readRoot(database.read);
  const found = readMasterKeys(source);
  const fits = (sealed: string) => found.some((master) => master.id === getKeyId(sealed));
  if (stored !== null && !fits(stored)) return lockedRing();
  const current = found[0] ?? addMasterKey(source.folder);
  if (found.length === 0) found.push(current);
  const root = stored ?? (await makeRoot(database, current));
  if (!fits(root)) return lockedRing();
  return ringOf(() => readMasterKeys(source), Buffer.from(open(found, place, root), 'base64'));
}

/** Are two texts the same? The comparison takes constant time. */
export function isSameText(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
