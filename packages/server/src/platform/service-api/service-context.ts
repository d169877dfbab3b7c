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
import { claimKey, findStoredResponse, type KeyedCall, storeResponse } from '../audit/idempotency.ts';
import type { Services } from '../context/context.ts';
import type { DayOf, HourOf } from '../context/day-of.ts';
import type { OutboundClient } from '../outbound/index.ts';
import type { Keyring } from '../secrets/keyring.ts';
import type { SettingsReader } from '../settings/settings-reader.ts';
import type { TxContext } from '../store/tx-context.ts';

/**
 * What a write stores under its key: the response of its call, or a part from which its handler builds the response or an error.
 */
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

/** Codes with which they are stored; no response has the second one. */
const codes: Readonly<Record<StoredAnswerPart, number>> = { answer: getError('ok').code, part: 0 };

const toKeyedCall = ({ audit }: Pick<Services, 'audit'>, { client, key, path, body }: ServiceWrite): KeyedCall => ({
  actorId: -client,
  key,
  call: `/service${path}`,
  bodyHash: audit.digest(body),
});

/**
 * Runs a write of a service: its key, its effect and its response are committed together or not at all. Keys of services are
 * stored with those of admins, under the negative id of the client.
 */
export async function runServiceWrite<T>(
  { database, clock, audit }: Pick<Services, 'database' | 'clock' | 'audit'>,
  { client, key, path, body }: ServiceWrite,
  work: (scope: TxContext) => Promise<T>,
  keeps: StoredAnswerPart = 'answer',
): Promise<T> {
  const call = toKeyedCall({ audit }, { client, key, path, body });
  return database.transaction(async (tx) => {
    const at = clock();
    const stored = await claimKey(tx, call, at);
    if (stored !== null) return JSON.parse(stored.answer) as T;
    const answer = await work({ tx, dialect: database.dialect, at });
    await storeResponse(tx, call, { code: codes[keeps], answer: JSON.stringify(answer) });
    return answer;
  });
}

/**
 * Finds the stored response of a call that failed before its write. The earlier response is valid whatever has changed since, so
 * that a client that missed it does not assume that a charge was not made. A stored part is not a response.
 */
export async function findStoredAnswer<T>(
  deps: Pick<Services, 'database' | 'audit'>,
  write: ServiceWrite,
): Promise<{ readonly answer: T } | null> {
  const stored = await findStoredResponse(deps.database.read, toKeyedCall(deps, write));
  return stored?.code !== codes.answer ? null : { answer: JSON.parse(stored.answer) as T };
}

/** The dependencies of service calls. */
export interface ServiceDeps extends Services {
  readonly settings: SettingsReader;
  readonly keyring: Keyring;
  readonly outbound: OutboundClient;
  readonly dayOf: DayOf;
  readonly hourOf: HourOf;
}

/** The argument of a handler in addition to the body. */
export interface ServiceContext {
  readonly caller: ServiceCaller;
  /**
   * Runs the write once for the call's idempotency key; a repeated call gets the stored response. It must contain nothing slow or
   * external. A handler that builds the response from what is stored passes `part`, which is never returned itself.
   */
  write<T>(work: (scope: TxContext) => Promise<T>, keeps?: StoredAnswerPart): Promise<T>;
  /**
   * Returns the earlier response of this call with its key; null without one. For calls that charge before there is anything to
   * write.
   */
  before<T>(): Promise<{ readonly answer: T } | null>;
}

type BodyOf<C> = C extends ServiceCall<infer I, unknown> ? z.output<I> : never;

/** Handles one call; throws ApiError to reject. */
export type ServiceHandler<C> = (body: BodyOf<C>, context: ServiceContext) => Promise<ServiceAnswer<C>>;

/** A handler for each call of an area. */
export type ServiceHandlers<K extends keyof ServiceCalls> = { readonly [N in K]: ServiceHandler<ServiceCalls[N]> };

/** The service that calls: its client, IP address and language. */
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

/** Handles one item of a batch call; an ApiError becomes the error of the item. Any other error fails the entire call. */
export async function runItem<A>(locale: Locale, work: () => Promise<A> | A): Promise<ServiceItem<A>> {
  try {
    const data = await work();
    return { ...toMessage('ok', locale), data };
  } catch (error) {
    if (!(error instanceof ApiError) || getError(error.problem).http >= 500) throw error;
    const { message } = error.detail;
    return { ...toMessage(error.problem, locale), ...(message === undefined ? {} : { message }), data: null };
  }
}

function toMessage(name: ErrorName, locale: Locale): { code: number; message: string } {
  const { code, zh, en } = getError(name);
  return { code, message: locale === 'zh-CN' ? zh : en };
}
