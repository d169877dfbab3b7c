import * as z from 'zod/mini';
import {
  block,
  capability,
  defineServiceCall,
  integerBetween,
  line,
  maybe,
  recordId,
} from '../../client/service-call.ts';

export interface KeyLeaseAnswer {
  readonly leaseId: string;
  readonly keyId: number;
  readonly provider: string;
  /** The key itself. Only this response contains it; callers must not store it. */
  readonly secret: string;
  readonly baseUrl: string;
  /** Organization that calls are charged to, for the header of that name; null for the key's own. */
  readonly org: string | null;
  /** HTTP proxy for calls, with its credentials; null for none. It is as secret as the key. */
  readonly proxyUrl: string | null;
  /** The upstream name of the model; null when no model was named. */
  readonly model: string | null;
  /** When the lease ends automatically, in UTC milliseconds. */
  readonly expiresAt: number;
}

export interface KeyReportAnswer {
  readonly leaseId: string;
  /** The state of the key. */
  readonly state: string;
}

export const serviceKeyCalls = {
  /** Leases a key for one call: of a key group, a provider, or for a model of the catalog. */
  keyLease: defineServiceCall<KeyLeaseAnswer>()({
    path: '/key/lease',
    writes: true,
    input: z
      .strictObject(
        {
          keyGroup: z.optional(line(1, 64)),
          provider: z.optional(line(1, 32)),
          modelId: z.optional(recordId),
          /** Upstream name of a model. Keys that only serve other models are skipped. */
          model: z.optional(line(1, 128)),
          capability: z.optional(capability),
          /**
           * The user and the request ID, as for a hold. The call is rejected when the user may not use the model or the published
           * content. It counts once against the rate limit of the model.
           */
          userId: z.optional(recordId),
          appId: z.optional(recordId),
          agentId: z.optional(recordId),
          requestId: z.optional(line(1, 96)),
          /** Expected number of tokens, which counts if the key has a limit per minute. */
          tokens: z.optional(integerBetween(0, 10_000_000)),
          /** IDs of keys that were already tried for this request. */
          exclude: z.optional(z.array(recordId, 'type').check(z.maxLength(100, 'tooMany'))),
        },
        'type',
      )
      .check(
        z.refine(
          ({ keyGroup, provider, modelId }) =>
            keyGroup !== undefined || provider !== undefined || modelId !== undefined,
          { error: 'required', path: ['keyGroup'] },
        ),
        z.refine(({ userId, requestId }) => userId === undefined || requestId !== undefined, {
          error: 'required',
          path: ['requestId'],
        }),
        z.refine(
          ({ userId, appId, agentId }) => userId !== undefined || (appId === undefined && agentId === undefined),
          {
            error: 'required',
            path: ['userId'],
          },
        ),
        z.refine(({ userId, modelId }) => userId === undefined || modelId !== undefined, {
          error: 'required',
          path: ['modelId'],
        }),
      ),
  }),
  keyReport: defineServiceCall<KeyReportAnswer>()({
    path: '/key/report',
    writes: true,
    input: z.strictObject(
      {
        leaseId: line(1, 64),
        /** `request`: the upstream rejected the request, not the key. */
        outcome: z.enum(['ok', 'rateLimited', 'auth', 'quota', 'server', 'timeout', 'request'], 'option'),
        /** HTTP status of the upstream. */
        status: maybe(integerBetween(100, 599)),
        errorCode: maybe(line(0, 64)),
        message: maybe(block(0, 255)),
        /** Any duration; more than 30 days counts as 30 days. */
        retryAfterMs: maybe(z.number('number').check(z.gte(0, 'tooSmall'))),
        latencyMs: maybe(integerBetween(0, 86_400_000)),
        /** Actual number of tokens, which replaces the estimate. */
        tokens: z.optional(integerBetween(0, 10_000_000)),
        /** In millionths of a yuan. */
        upstreamCost: z.optional(integerBetween(0, 1_000_000_000_000)),
      },
      'type',
    ),
  }),
};
