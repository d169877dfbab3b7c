import { ApiError, type Locale, localize } from '@gantry/core';
import type { Operation } from '../../platform/engine/operation.ts';
import type { Keyring, Sealing } from '../../platform/secrets/keyring.ts';
import { type Cell, type Database, getId, type Reader, type Row } from '../../platform/store/database.ts';
import { assertFewShown } from '../auth/index.ts';
import { maskAccount, maskName } from '../distribution/index.ts';
import { changeUser } from './user-actions.ts';

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const checkDigits = '10X98765432';

/** Whether a `YYYYMMDD` string is a valid date. */
function isDate(digits: string): boolean {
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)];
  const time = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(8, 10) === day;
}

/** Normalizes a Chinese identity card number (GB 11643); returns null when it is invalid. */
export function readIdCard(input: string): string | null {
  const number = input.trim().toUpperCase();
  if (!/^[1-9]\d{16}[\dX]$/.test(number) || !isDate(number.slice(6, 14))) return null;
  const sum = weights.reduce((total, weight, at) => total + weight * Number(number[at]), 0);
  return checkDigits[sum % 11] === number[17] ? number : null;
}

/** The verified identity of a user. */
interface RealName {
  readonly realName: string;
  readonly idCard: string;
}

const place = (id: number, column: 'real_name' | 'id_card') => ({ table: 'users', id, column });

/** The keyed hash of a card number, which only allows comparison. */
const hashCard = (keyring: Pick<Sealing, 'mac'>, idCard: string) => keyring.mac('search', 'id-card', idCard);

/** The columns of a user whose identity is verified. */
export function createVerifiedCells(
  keyring: Sealing,
  id: number,
  { realName, idCard }: RealName,
  at: number,
): Record<string, Cell> {
  return {
    real_name: keyring.seal(place(id, 'real_name'), realName),
    real_name_mask: maskName(realName),
    id_card: keyring.seal(place(id, 'id_card'), idCard),
    id_card_mask: maskAccount(idCard),
    id_card_key: hashCard(keyring, idCard),
    verified: 1,
    verified_at: at,
  };
}

const unverifiedCells: Readonly<Record<string, Cell>> = {
  ...{ real_name: null, real_name_mask: null, id_card: null, id_card_mask: null, id_card_key: null },
  ...{ verified: 0, verified_at: null },
};

/** Decrypts the stored identity of a user; null for each value that is not stored. */
function openRealName(keyring: Sealing, row: Row): Readonly<Record<keyof RealName, string | null>> {
  const open = (column: 'real_name' | 'id_card') => {
    const stored = row[column];
    return typeof stored === 'string' ? keyring.open(place(getId(row), column), stored) : null;
  };
  return { realName: open('real_name'), idCard: open('id_card') };
}

/** Returns how many other users are verified with the same card. */
export async function countOthersWith(
  read: Reader,
  keyring: Pick<Sealing, 'mac'>,
  idCard: string,
  userId: number,
): Promise<number> {
  const { others } = await read
    .selectFrom('users')
    .select(({ fn }) => fn.countAll().as('others'))
    .where('id_card_key', '=', hashCard(keyring, idCard))
    .where('id', '!=', userId)
    .executeTakeFirstOrThrow();
  return Number(others);
}

const atOnce = 200;

interface SealDeps {
  readonly database: Database;
  readonly keyring: Keyring;
}

/** Encrypts names that were stored before encryption was introduced; those rows have no mask. */
export async function sealOldNames(deps: SealDeps): Promise<void> {
  if (deps.keyring.locked) return;
  for (let after: number | null = 0; after !== null; ) after = await sealPage(deps, after);
}

/** Encrypts one page after an ID. Returns the last ID, or null when nothing is left. */
async function sealPage({ database, keyring }: SealDeps, after: number): Promise<number | null> {
  const rows = await database.read
    .selectFrom('users')
    .select(['id', 'real_name'])
    .where('id', '>', after)
    .where('real_name', 'is not', null)
    .where('real_name_mask', 'is', null)
    .orderBy('id')
    .limit(atOnce)
    .execute();
  await database.transaction(async (tx) => {
    for (const { id, real_name: plain } of rows) {
      const sealed = keyring.seal(place(id, 'real_name'), String(plain));
      await tx
        .updateTable('users')
        .set({ real_name: sealed, real_name_mask: maskName(String(plain)) })
        .where('id', '=', id)
        .where('real_name', '=', plain)
        .execute();
    }
  });
  const last = rows.at(-1);
  return last ? last.id : null;
}

const words = {
  name: { zh: '真实姓名至少两个字', en: 'A real name needs at least two characters.' },
  card: { zh: '身份证号不正确', en: 'Invalid ID card number.' },
} as const;

/** Validates the entered identity; rejects a name of fewer than two characters and an invalid card number. */
export function readRealName(input: RealName, locale: Locale): RealName {
  const realName = input.realName.trim();
  if ([...realName].length < 2) throw new ApiError('invalid', { errors: { realName: [localize(words.name, locale)] } });
  const idCard = readIdCard(input.idCard);
  if (idCard === null) throw new ApiError('invalid', { errors: { idCard: [localize(words.card, locale)] } });
  return { realName, idCard };
}

/** Records a verification and reports other users with the same ID card. */
export function verify(keyring: Sealing): Operation {
  return {
    async run(call) {
      const { tx, services, caller, input } = call;
      const id = Number(call.row?.id);
      const entered = { realName: String(input.realName), idCard: String(input.idCard) };
      const identity = readRealName(entered, caller.locale);
      const { audit } = await changeUser(call, createVerifiedCells(keyring, id, identity, services.clock()));
      const data = { id, others: await countOthersWith(tx, keyring, identity.idCard, id) };
      return { data, ...(audit === undefined ? {} : { audit }) };
    },
  };
}

export const unverify: Operation = { run: (call) => changeUser(call, unverifiedCells) };

/** Returns the real name and the ID card number. Requires identity confirmation and is audited. */
export function revealName(keyring: Sealing): Operation {
  return {
    async run({ tx, row, resource, name, caller, services }) {
      const id = getId(row);
      const shown = openRealName(keyring, row ?? {});
      await assertFewShown(tx, caller.actor.id, services.clock());
      return {
        data: { id, ...shown },
        stored: { id, realName: null, idCard: null },
        audit: { resource: resource.name, resourceId: id, action: name },
      };
    },
  };
}
