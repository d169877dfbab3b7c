import type { ServiceAnswer, ServiceCall, ServiceCalls } from '@gantry/core';
import type * as z from 'zod/mini';
import type { Services } from '../../../platform/context/context.ts';
import type { OutboundClient } from '../../../platform/outbound/index.ts';
import type { Keyring } from '../../../platform/secrets/keyring.ts';
import type { SettingsReader } from '../../../platform/settings/settings-reader.ts';
import type { ReadSlides } from '../../content/live-slides.ts';
import type { DocumentParser } from '../../knowledge/parse/parse-apart.ts';
import type { VectorCache } from '../../knowledge/recall/index.ts';
import type { DayOf, HourOf } from '../../ledger/day-of.ts';
import type { TxContext } from '../../ledger/posting.ts';
import type { WordList } from '../../moderation/word-list.ts';
import type { OrderDeps } from '../../orders/order-needs.ts';
import type { ServiceCaller } from './service-caller.ts';
import type { StoredAnswerPart } from './service-write.ts';

/** What the calls of services work with. */
export interface ServiceDeps extends Services {
  readonly settings: SettingsReader;
  readonly keyring: Keyring;
  readonly outbound: OutboundClient;
  readonly parser: DocumentParser;
  readonly wordList: WordList;
  readonly vectors: VectorCache;
  readonly orders: OrderDeps;
  readonly slides: ReadSlides;
  readonly dayOf: DayOf;
  readonly hourOf: HourOf;
}

/** What a handler is given beside its body. */
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

/** Answers one call; throws Fault to refuse. */
export type ServiceHandler<C> = (body: BodyOf<C>, context: ServiceContext) => Promise<ServiceAnswer<C>>;

/** A handler for each call of an area. */
export type ServiceHandlers<K extends keyof ServiceCalls> = { readonly [N in K]: ServiceHandler<ServiceCalls[N]> };
