import {
  ApiError,
  type ErrorName,
  getError,
  type Locale,
  type ServiceAnswer,
  type ServiceCall,
  type ServiceCalls,
  type ServiceItem,
  type Translate,
} from '@gantry/core';
import type * as z from 'zod/mini';
import { answerOfKey, type KeyedCall, keepAnswer, takeKey } from '../audit/idempotency.ts';
import type { Services } from '../context/context.ts';
import type { DayOf, HourOf } from '../context/day-of.ts';
import type { OutboundClient } from '../outbound/index.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { TxContext } from '../store/tx-context.ts';

/** What a write keeps under its key: what its call answers, or what its handler makes the answer, or a rejection, of. */
type StoredAnswerPart = 'answer' | 'part';

/** A write of a service with its key. */
interface ServiceWrite {
  /** Id of the client's record. */
  readonly client: number;
  readonly key: string;
  /** The path under the service API. */
  readonly path: string;
  readonly body: unknown;
}

/** Codes under which they are stored: no answer has the second. */
const codes: Readonly<Record<StoredAnswerPart, number>> = { answer: getError('ok').code, part: 0 };

const keyedCall = ({ audit }: Pick<Services, 'audit'>, { client, key, path, body }: ServiceWrite): KeyedCall => ({
  actorId: -client,
  key,
  call: `/service${path}`,
  bodyHash: audit.digest(body),
});

/**
 * The frame of every write of a service: its key, its effect and its answer are there together or not at all. Keys of services
 * are kept next to those of people, under the negative id of the client.
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

/** What the calls of services work with. */
export interface ServiceDeps extends Services {
  readonly settings: SettingsReader;
  readonly keyring: Keyring;
  readonly outbound: OutboundClient;
  readonly dayOf: DayOf;
  readonly hourOf: HourOf;
}

/** What a handler is given next to its body. */
export interface ServiceContext {
  readonly caller: ServiceCaller;
  /**
   * Runs the writing part once for the call's idempotency key: whoever sends the same again gets the answer of then. Nothing
   * slow or outside in it. Who makes the answer of what is kept says `part`: it is never given as the answer itself.
   */
  write<T>(work: (scope: TxContext) => Promise<T>, keeps?: StoredAnswerPart): Promise<T>;
  /** What this very call was answered before under its key; null when it was not. For who pays before there is anything to write. */
  before<T>(): Promise<{ readonly answer: T } | null>;
}

type BodyOf<C> = C extends ServiceCall<infer I, unknown> ? z.output<I> : never;

/** Answers one call; throws ApiError to reject. */
export type ServiceHandler<C> = (body: BodyOf<C>, context: ServiceContext) => Promise<ServiceAnswer<C>>;

/** A handler for each call of an area. */
export type ServiceHandlers<K extends keyof ServiceCalls> = { readonly [N in K]: ServiceHandler<ServiceCalls[N]> };

/** A service that calls: which client, from where, in which language. */
export interface ServiceCaller {
  /** Id of the client's record. */
  readonly id: number;
  readonly clientId: string;
  readonly name: string;
  readonly ip: string;
  readonly requestId: string;
  readonly locale: Locale;
  readonly t: Translate;
}

/** An entry of a call about many: what it is answered, or the rejection of it alone. What is no rejection fails the whole call. */
export async function runItem<A>(locale: Locale, work: () => Promise<A> | A): Promise<ServiceItem<A>> {
  try {
    const data = await work();
    return { ...wordsOf('ok', locale), data };
  } catch (error) {
    if (!(error instanceof ApiError) || getError(error.problem).http >= 500) throw error;
    const { message } = error.detail;
    return { ...wordsOf(error.problem, locale), ...(message === undefined ? {} : { message }), data: null };
  }
}

function wordsOf(name: ErrorName, locale: Locale): { code: number; message: string } {
  const { code, zh, en } = getError(name);
  return { code, message: locale === 'zh-CN' ? zh : en };
}
