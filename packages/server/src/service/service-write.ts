import { errorNamed } from '@gantry/core';
import { answerOfKey, type KeyedCall, keepAnswer, takeKey } from '../audit/idempotency.ts';
import type { Services } from '../context.ts';
import type { MoneyScope } from '../money/posting.ts';

/** A write of a service with its key. */
export interface ServiceWrite {
  /** Id of the client's record. */
  readonly client: number;
  readonly key: string;
  /** The path under the service API. */
  readonly path: string;
  readonly body: unknown;
}

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
  work: (scope: MoneyScope) => Promise<T>,
): Promise<T> {
  const call = keyedCall({ audit }, { client, key, path, body });
  return database.transaction(async (tx) => {
    const at = clock();
    const kept = await takeKey(tx, call, at);
    if (kept !== null) return JSON.parse(kept.answer) as T;
    const answer = await work({ tx, dialect: database.dialect, at });
    await keepAnswer(tx, call, { code: errorNamed('ok').code, answer: JSON.stringify(answer) });
    return answer;
  });
}

/**
 * Answers a call that did not come to its writing: what was answered under its key before holds, whatever has changed since, so
 * that whoever did not hear the answer never takes what was charged for not charged.
 */
export async function answeredBefore<T>(
  needs: Pick<Services, 'database' | 'audit'>,
  write: ServiceWrite,
): Promise<{ readonly answer: T } | null> {
  const kept = await answerOfKey(needs.database.read, keyedCall(needs, write));
  return kept === null ? null : { answer: JSON.parse(kept.answer) as T };
}
