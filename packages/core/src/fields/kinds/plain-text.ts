import * as z from 'zod/mini';

/** Text that every store and face can carry: no NUL, no half of a surrogate pair. */
export function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

/** No C0 or C1 control character: on one line none has a meaning, and a terminal acts upon them. */
function isSingleLine(value: string): boolean {
  return !/[\u0000-\u001f\u007f-\u009f]/.test(value);
}

/** Something that a reader sees: not only blanks, line ends and marks without a width. */
function isSeen(value: string): boolean {
  return /[^\s\p{Cf}]/u.test(value);
}

/** A string of `min` to `max` UTF-16 units, of allowed characters; where there must be one, it shows. */
export function createStringSchema(min: number, max: number, isAllowed: (value: string) => boolean = isStorable) {
  return z.string('type').check(
    min > 0 ? z.minLength(min, { error: min === 1 ? 'required' : 'tooShort', abort: true }) : z.minLength(0),
    z.refine((value) => min === 0 || isSeen(value), { error: 'required', abort: true }),
    z.maxLength(max, 'tooLong'),
    z.refine(isAllowed, 'control'),
  );
}

/** The same on one line. */
export function lineSchema(min: number, max: number) {
  return createStringSchema(min, max, (value) => isStorable(value) && isSingleLine(value));
}
