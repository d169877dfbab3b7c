import * as z from 'zod/mini';

/** Text that every store and face can carry: no NUL, no half of a surrogate pair. */
export function storable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

/** Something that a reader sees: not only blanks, line ends and marks without a width. */
function isSeen(value: string): boolean {
  return /[^\s\p{Cf}]/u.test(value);
}

/** A string of `min` to `max` UTF-16 units, storable; where there must be one, it shows. */
export function stringSchema(min: number, max: number) {
  return z.string('type').check(
    min > 0 ? z.minLength(min, { error: min === 1 ? 'required' : 'tooShort', abort: true }) : z.minLength(0),
    z.refine((value) => min === 0 || isSeen(value), 'required'),
    z.maxLength(max, 'tooLong'),
    z.refine(storable, 'control'),
  );
}
