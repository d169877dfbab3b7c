/** C0, C1, DEL, bidirectional controls, zero-width and line separators: what a terminal would act upon or hide. */
const unsafe = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

/** Text that only shows: control characters are written as `\u{..}`, line breaks as `⏎`. */
export function safe(text: string): string {
  return text.replace(/\r?\n/g, '⏎').replace(unsafe, (char) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}
