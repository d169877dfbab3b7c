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
  /** The key itself: it stands in this answer alone, and is kept nowhere by whoever gets it. */
  readonly secret: string;
  readonly baseUrl: string;
  /** The organization that calls are charged to, for the header of that name; null for the key's own. */
  readonly org: string | null;
  /** The HTTP proxy that calls go by, with its credentials; null for none. As secret as the key. */
  readonly proxyUrl: string | null;
  /** As the upstream names the model; null when none was named. */
  readonly model: string | null;
  /** UTC ms; then the key is given back by itself. */
  readonly expiresAt: number;
}

export interface KeyReportAnswer {
  readonly leaseId: string;
  /** The state of the key. */
  readonly state: string;
}

export const serviceKeyCalls = {
  /** A key for one call: of a group, a provider, or whatever a model of the catalogue is called with. */
  keyLease: defineServiceCall<KeyLeaseAnswer>()({
    path: '/key/lease',
    writes: true,
    input: z
      .strictObject(
        {
          keyGroup: z.optional(line(1, 64)),
          provider: z.optional(line(1, 32)),
          modelId: z.optional(recordId),
          /** The platform's id of a model; a key that serves others is left out. */
          model: z.optional(line(1, 128)),
          capability: z.optional(capability),
          /**
           * Whose use it is, and the platform's id of it, as with a hold: rejected for a user who may not use the model that `modelId`
           * names or the published content that is given; it counts once against the rate limit of the model.
           */
          userId: z.optional(recordId),
          appId: z.optional(recordId),
          agentId: z.optional(recordId),
          requestId: z.optional(line(1, 96)),
          /** How many tokens the use may take; counts where the key has a limit a minute. */
          tokens: z.optional(integerBetween(0, 10_000_000)),
          /** Ids of keys that were tried for this use already. */
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
        /** `request`: rejected because of the request, not because of the key. */
        outcome: z.enum(['ok', 'rateLimited', 'auth', 'quota', 'server', 'timeout', 'request'], 'option'),
        /** HTTP status of the upstream. */
        status: maybe(integerBetween(100, 599)),
        errorCode: maybe(line(0, 64)),
        message: maybe(block(0, 255)),
        /** Any length; a rest of more than 30 days counts as 30 days. */
        retryAfterMs: maybe(z.number('number').check(z.gte(0, 'tooSmall'))),
        latencyMs: maybe(integerBetween(0, 86_400_000)),
        /** How many it took, in place of what was estimated. */
        tokens: z.optional(integerBetween(0, 10_000_000)),
        /** In millionths of a yuan. */
        upstreamCost: z.optional(integerBetween(0, 1_000_000_000_000)),
      },
      'type',
    ),
  }),
};
