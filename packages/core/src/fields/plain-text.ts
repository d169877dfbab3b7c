import * as z from 'zod/mini';

/** Text that every store and face can carry: no NUL, no half of a surrogate pair. */
export function storable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

/** A string of `min` to `max` UTF-16 units, storable. */
export function stringSchema(min: number, max: number) {
  return z
    .string('type')
    .check(
      min > 0 ? z.minLength(min, min === 1 ? 'required' : 'tooShort') : z.minLength(0),
      z.maxLength(max, 'tooLong'),
      z.refine(storable, 'control'),
    );
}
