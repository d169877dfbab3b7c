import * as z from 'zod/mini';
import { defineServiceCall } from '../../client/service-call.ts';

export interface FrontConfigAnswer {
  /** Number of the active version; 0 with default values before the first publication. */
  readonly no: number;
  /** UTC milliseconds. */
  readonly activeAt: number | null;
  /** Values by group and key of the front-end configuration. */
  readonly content: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const serviceFrontCalls = {
  /** Returns what the public clients show. */
  configFront: defineServiceCall<FrontConfigAnswer>()({
    path: '/config/front',
    writes: false,
    input: z.strictObject({}, 'type'),
  }),
};
