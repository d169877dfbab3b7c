/** C0, C1, DEL, bidirectional controls, zero-width and line separators: what a terminal would act upon or hide. */
const unsafe = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

/** The same without tabs and line ends, which are the form of the data; a carriage return that ends no line would hide one. */
const unsafeInLines =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2064\u2066-\u206f\ufeff]|\r(?!\n)/g;

const escaped = (char: string) => `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`;

/** Data as it may be written to a terminal: its lines and cells stay, and nothing in them acts upon it. */
export function safeLines(text: string): string {
  return text.replace(unsafeInLines, escaped);
}

/** Text that only shows: control characters are written as `\u{..}`, line breaks as `⏎`. */
export function escapeControls(text: string): string {
  return text.replace(/\r?\n/g, '⏎').replace(unsafe, escaped);
}
