import { ApiError, type Locale, localize } from '@gantry/core';
import type { Operation } from '../../platform/engine/operation.ts';
import type { Keyring, Sealing } from '../../platform/secrets/keyring.ts';
import { type Cell, type Database, getId, type Reader, type Row } from '../../platform/store/database.ts';
import { assertFewShown } from '../auth/index.ts';
import { maskAccount, maskName } from '../distribution/index.ts';
import { changeUser } from './user-actions.ts';

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
const checkDigits = '10X98765432';

/** A day that the calendar has, given as `YYYYMMDD`. */
function isDay(written: string): boolean {
  const [year, month, day] = [written.slice(0, 4), written.slice(4, 6), written.slice(6, 8)];
  const time = Date.parse(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(8, 10) === day;
}

/** The number of a Chinese identity card (GB 11643) as it is stored; null for what is none. */
export function readIdCard(given: string): string | null {
  const card = given.trim().toUpperCase();
  if (!/^[1-9]\d{16}[\dX]$/.test(card) || !isDay(card.slice(6, 14))) return null;
  const sum = weights.reduce((total, weight, at) => total + weight * Number(card[at]), 0);
  return checkDigits[sum % 11] === card[17] ? card : null;
}

/** The verified identity of a user. */
interface RealName {
  readonly realName: string;
  readonly idCard: string;
}

const place = (id: number, column: 'real_name' | 'id_card') => ({ table: 'users', id, column });

/** Cards as they are compared: only equal ones can be told. */
const cardKey = (keyring: Pick<Sealing, 'mac'>, idCard: string) => keyring.mac('search', 'id-card', idCard);

/** The columns of a person whose papers were looked at. */
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
    id_card_key: cardKey(keyring, idCard),
    verified: 1,
    verified_at: at,
  };
}

const unverifiedCells: Readonly<Record<string, Cell>> = {
  ...{ real_name: null, real_name_mask: null, id_card: null, id_card_mask: null, id_card_key: null },
  ...{ verified: 0, verified_at: null },
};

/** What is kept of a person, opened; null for what is not there. */
function openRealName(keyring: Sealing, row: Row): Readonly<Record<keyof RealName, string | null>> {
  const open = (column: 'real_name' | 'id_card') => {
    const stored = row[column];
    return typeof stored === 'string' ? keyring.open(place(getId(row), column), stored) : null;
  };
  return { realName: open('real_name'), idCard: open('id_card') };
}

/** How many others were verified with the same card. */
export async function countOthersWith(
  read: Reader,
  keyring: Pick<Sealing, 'mac'>,
  idCard: string,
  userId: number,
): Promise<number> {
  const { others } = await read
    .selectFrom('users')
    .select(({ fn }) => fn.countAll().as('others'))
    .where('id_card_key', '=', cardKey(keyring, idCard))
    .where('id', '!=', userId)
    .executeTakeFirstOrThrow();
  return Number(others);
}

const atOnce = 200;

interface SealDeps {
  readonly database: Database;
  readonly keyring: Keyring;
}

/** Seals names that were written before names were sealed: those have no mask. */
export async function sealOldNames(deps: SealDeps): Promise<void> {
  if (deps.keyring.locked) return;
  for (let after: number | null = 0; after !== null; ) after = await sealSome(deps, after);
}

/** Seals some from an id on. Gives the last one, or null when nothing is left. */
async function sealSome({ database, keyring }: SealDeps, after: number): Promise<number | null> {
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

/** The entered identity; rejects a name of fewer than two characters, and an invalid card number. */
export function readRealName(given: RealName, locale: Locale): RealName {
  const realName = given.realName.trim();
  if ([...realName].length < 2) throw new ApiError('invalid', { errors: { realName: [localize(words.name, locale)] } });
  const idCard = readIdCard(given.idCard);
  if (idCard === null) throw new ApiError('invalid', { errors: { idCard: [localize(words.card, locale)] } });
  return { realName, idCard };
}

/** Records a verification and reports other users with the same ID card. */
export function verify(keyring: Sealing): Operation {
  return {
    async run(call) {
      const { tx, services, caller, input } = call;
      const id = Number(call.row?.id);
      const given = { realName: String(input.realName), idCard: String(input.idCard) };
      const papers = readRealName(given, caller.locale);
      const { audit } = await changeUser(call, createVerifiedCells(keyring, id, papers, services.clock()));
      const data = { id, others: await countOthersWith(tx, keyring, papers.idCard, id) };
      return { data, ...(audit === undefined ? {} : { audit }) };
    },
  };
}

export const unverify: Operation = { run: (call) => changeUser(call, unverifiedCells) };

/** Shows the real name and the ID card number. Requires identity confirmation and is audited. */
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
