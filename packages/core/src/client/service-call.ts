import type { ZodMiniType } from 'zod/mini';
import * as z from 'zod/mini';

/** What the platform charges for, as services name it. */
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
/** What it charges in. */
const serviceAssets = ['coin', 'compute'] as const;
export type ServiceAsset = (typeof serviceAssets)[number];

/** The most that one use may hold or cost, in credits. */
export const maxCredits = 1_000_000_000;

export const integerBetween = (min: number, max: number = Number.MAX_SAFE_INTEGER) =>
  z.number('number').check(
    z.refine((value) => Number.isSafeInteger(value), 'integer'),
    z.gte(min, 'tooSmall'),
    z.lte(max, 'tooBig'),
  );
/** Text of several lines that every store can keep. */
export const block = (min: number, max: number, rejected: RegExp = /\0/) =>
  z.string('type').check(
    min > 0 ? z.minLength(min, min === 1 ? 'required' : 'tooShort') : z.minLength(0),
    z.maxLength(max, 'tooLong'),
    z.refine((value) => !rejected.test(value) && value.isWellFormed(), 'control'),
  );
/** C0 and C1: on one line none has a meaning, and a terminal acts upon them. */
const controls = /[\u0000-\u001f\u007f-\u009f]/;
/** Text on one line, without control characters. */
export const line = (min: number, max: number) => block(min, max, controls);
export const recordId = integerBetween(1);
export const capability = z.enum(serviceCapabilities, 'option');
export const asset = z.enum(serviceAssets, 'option');
/** A text that may be left out or empty. */
export const maybe = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));
export const emailAddress = line(3, 254).check(z.regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/u, 'pattern'));
export const phoneNumber = line(11, 20).check(z.regex(/^1\d{10}$/u, 'pattern'));
/** Six digits that were sent to someone. */
export const sentCode = line(6, 6).check(z.regex(/^\d{6}$/u, 'pattern'));

/** What became of one entry of a call about many, in the order of the call. */
export interface ServiceItem<A> {
  /** 20000 when it was answered; else why not, as a call about it alone would have said. */
  readonly code: number;
  readonly message: string;
  /** Null when it was rejected. */
  readonly data: A | null;
}

/** Entries of one call at most. */
export const maxItems = 200;

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
