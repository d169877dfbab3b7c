import * as z from 'zod/mini';
import { defineServiceCall } from '../../client/service-call.ts';

export interface FrontConfigAnswer {
  /** Of the version in force; 0 and the usual values before the first one is published. */
  readonly no: number;
  /** UTC ms. */
  readonly activeAt: number | null;
  /** Values by group and key, as the page of the front-end configuration names them. */
  readonly content: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export const serviceFrontCalls = {
  /** What the platform's public clients show. */
  configFront: defineServiceCall<FrontConfigAnswer>()({
    path: '/config/front',
    writes: false,
    input: z.strictObject({}, 'type'),
  }),
};
