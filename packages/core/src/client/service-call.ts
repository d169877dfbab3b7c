import type { ZodMiniType } from 'zod/mini';
import * as z from 'zod/mini';

/** Capabilities that the platform charges for. */
const serviceCapabilities = [
  'chat',
  'write',
  'draw',
  'video',
  'ppt',
  'music',
  'mindMap',
  'pdf',
  'know',
  'agent',
  'app',
] as const;
/** Assets that it charges in. */
const serviceAssets = ['coin', 'compute'] as const;
export type ServiceAsset = (typeof serviceAssets)[number];

/** Maximum credits of one use. */
export const maxCredits = 1_000_000_000;

/** Schema of an integer in a range. */
export const integerBetween = (min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  z.number('number').check(
    z.refine((value) => Number.isSafeInteger(value), 'integer'),
    z.gte(min, 'tooSmall'),
    z.lte(max, 'tooBig'),
  );
/** Schema of a text with line breaks that the database can store. */
export const block = (min: number, max: number, rejected: RegExp = /\0/) =>
  z.string('type').check(
    min > 0 ? z.minLength(min, min === 1 ? 'required' : 'tooShort') : z.minLength(0),
    z.maxLength(max, 'tooLong'),
    z.refine((value) => !rejected.test(value) && value.isWellFormed(), 'control'),
  );
/** C0 and C1 control characters. They are meaningless in a single line, and terminals act on them. */
const controls = /[\u0000-\u001f\u007f-\u009f]/;
/** Schema of a single-line text without control characters. */
export const line = (min: number, max: number) => block(min, max, controls);
export const recordId = integerBetween(1);
export const capability = z.enum(serviceCapabilities, 'option');
export const asset = z.enum(serviceAssets, 'option');
/** Schema of an optional value that may be null. */
export const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));
export const emailAddress = line(3, 254).check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/u, 'pattern'));
export const phoneNumber = line(11, 20).check(z.regex(/^1\d{10}$/u, 'pattern'));
/** Schema of a six-digit verification code. */
export const sentCode = line(6, 6).check(z.regex(/^\d{6}$/u, 'pattern'));

/** The result for one entry of a bulk call, in the order of the entries. */
export interface ServiceItem<A> {
  /** 20000 on success, else the code that a call for this entry alone would return. */
  readonly code: number;
  readonly message: string;
  /** Null when the entry was rejected. */
  readonly data: A | null;
}

/** Maximum number of entries per call. */
export const maxItems = 200;

/** Base path of the service API. */
export const serviceBase = '/api/v1/service';

/** A call of the service API with a strict body. The compiler knows the type of its response. */
export interface ServiceCall<I extends ZodMiniType = ZodMiniType, A = unknown> {
  /** Path below `/api/v1/service`: `/<area>/<name>`. The client needs the scope of the area. */
  readonly path: string;
  /** Whether the call changes something and therefore requires an idempotency key. */
  readonly writes: boolean;
  readonly input: I;
  /** Whether the call streams events when the caller accepts `text/event-stream`. */
  readonly streams?: boolean;
  /** Maximum body size in bytes. Default: 256 KiB. */
  readonly bodyLimit?: number;
  /** Only for type inference; never set. */
  readonly answer?: A;
}

/** Defines a call whose response has the type `A`. */
export function defineServiceCall<A>() {
  return <I extends ZodMiniType>(call: Omit<ServiceCall<I>, 'answer'>): ServiceCall<I, A> => call;
}

export type ServiceBody<C> = C extends ServiceCall<infer I, unknown> ? z.input<I> : never;
export type ServiceAnswer<C> = C extends { readonly answer?: infer A } ? Exclude<A, undefined> : never;

/** Returns the scope that a call requires: the name of its area. */
export function getScope({ path }: Pick<ServiceCall, 'path'>): string {
  return path.split('/')[1] ?? '';
}
