import { ApiError, type Locale, localize } from '@gantry/core';
import type { Operation } from '../../platform/engine/operation.ts';
import type { Sealing } from '../../platform/secrets/keyring.ts';
import { assertFewShown } from '../auth/index.ts';
import {
  countOthersWith,
  createVerifiedCells,
  openRealName,
  type RealName,
  readIdCard,
  unverifiedCells,
} from './real-name.ts';
import { changeUser } from './user-actions.ts';

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

/** Writes down whose papers were looked at, and tells of others with the same. */
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

/** The name and the card, for whoever has just shown that it is them; that they were shown is logged. */
export function revealName(keyring: Sealing): Operation {
  return {
    async run({ tx, row, resource, name, caller, services }) {
      const id = Number(row?.id);
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
