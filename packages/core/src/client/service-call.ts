import type * as z from 'zod/mini';
import type { ZodMiniType } from 'zod/mini';

/** Where the platform's own services call. */
export const serviceBase = '/api/v1/service';

/** A call of a service: its body is strict, and what it answers is known to the compiler. */
export interface ServiceCall<I extends ZodMiniType = ZodMiniType, A = unknown> {
  /** Under `/api/v1/service`: `/<area>/<name>`. A client needs the scope of the area's name. */
  readonly path: string;
  /** Changes something, so that it wants an idempotency key. */
  readonly writes: boolean;
  readonly input: I;
  /** Goes on telling when the caller accepts `text/event-stream`. */
  readonly streams?: boolean;
  /** Largest body in bytes; 256 KiB when not given. */
  readonly bodyLimit?: number;
  /** Only for the compiler: never there. */
  readonly answer?: A;
}

/** A definition whose answer is `A`. */
export function defineServiceCall<A>() {
  return <I extends ZodMiniType>(call: Omit<ServiceCall<I>, 'answer'>): ServiceCall<I, A> => call;
}

export type ServiceBody<C> = C extends ServiceCall<infer I, unknown> ? z.input<I> : never;
export type ServiceAnswer<C> = C extends { readonly answer?: infer A } ? Exclude<A, undefined> : never;

/** The scope that a call needs: the name of its area. */
export function getScope({ path }: Pick<ServiceCall, 'path'>): string {
  return path.split('/')[1] ?? '';
}
