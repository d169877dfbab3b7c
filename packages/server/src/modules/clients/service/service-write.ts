import { getError } from '@gantry/core';
import { answerOfKey, type KeyedCall, keepAnswer, takeKey } from '../../../platform/audit/idempotency.ts';
import type { Services } from '../../../platform/context/context.ts';
import type { TxContext } from '../../ledger/posting.ts';

/** What a write keeps under its key: what its call answers, or what its handler makes the answer, or a refusal, of. */
export type StoredAnswerPart = 'answer' | 'part';

/** A write of a service with its key. */
export interface ServiceWrite {
  /** Id of the client's record. */
  readonly client: number;
  readonly key: string;
  /** The path under the service API. */
  readonly path: string;
  readonly body: unknown;
}

/** Codes under which they are kept: no answer has the second. */
const codes: Readonly<Record<StoredAnswerPart, number>> = { answer: getError('ok').code, part: 0 };

const keyedCall = ({ audit }: Pick<Services, 'audit'>, { client, key, path, body }: ServiceWrite): KeyedCall => ({
  actorId: -client,
  key,
  call: `/service${path}`,
  bodyHash: audit.digest(body),
});

/**
 * The frame of every write of a service: its key, its effect and its answer are there together or not at all. Keys of services
 * are kept beside those of people, under the negative id of the client.
 */
export async function runServiceWrite<T>(
  { database, clock, audit }: Pick<Services, 'database' | 'clock' | 'audit'>,
  { client, key, path, body }: ServiceWrite,
  work: (scope: TxContext) => Promise<T>,
  keeps: StoredAnswerPart = 'answer',
): Promise<T> {
  const call = keyedCall({ audit }, { client, key, path, body });
  return database.transaction(async (tx) => {
    const at = clock();
    const stored = await takeKey(tx, call, at);
    if (stored !== null) return JSON.parse(stored.answer) as T;
    const answer = await work({ tx, dialect: database.dialect, at });
    await keepAnswer(tx, call, { code: codes[keeps], answer: JSON.stringify(answer) });
    return answer;
  });
}

/**
 * Answers a call that did not come to its writing: what was answered under its key before holds, whatever has changed since, so
 * that whoever did not hear the answer never takes what was charged for not charged. What is no answer as it is kept is none here.
 */
export async function findStoredAnswer<T>(
  deps: Pick<Services, 'database' | 'audit'>,
  write: ServiceWrite,
): Promise<{ readonly answer: T } | null> {
  const stored = await answerOfKey(deps.database.read, keyedCall(deps, write));
  return stored?.code !== codes.answer ? null : { answer: JSON.parse(stored.answer) as T };
}
