import { type FieldErrors, formatRejection, localize, type Values } from '@gantry/core';
import type { Caller } from '../../platform/context/context.ts';

const span = { zh: '展示时间', en: 'The time shown' };

/** An announcement that ends before it starts is refused; one without an end or a start is not. */
export function checkNoticeTimes({ startAt, endAt }: Values, { locale, t }: Caller): FieldErrors | null {
  if (typeof startAt !== 'number' || typeof endAt !== 'number' || startAt < endAt) return null;
  return { endAt: [formatRejection('range', localize(span, locale), t)] };
}
