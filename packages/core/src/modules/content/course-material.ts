/** An uploaded file of a course: its name on the server, and its name for users. */
export interface MaterialFile {
  readonly file: string;
  readonly name: string;
}

/** In UTF-16 code units. Items must fit the maximum length of a list item. */
const maxName = 160;
const stored = /^document:([0-9a-f]{32})\/(\S(?:.*\S)?)$/u;

/** Formats a file as course material: `document:<file>/<name>`. Characters that separate list items are removed from the name. */
export function formatMaterial({ file, name }: MaterialFile): string {
  const fit = name.replace(/[,，;；\s\p{Cc}]+/gu, ' ').trim() || 'document';
  return `document:${file}/${fit.slice(0, maxName).toWellFormed().trim()}`;
}

/** Parses course material as a file; null for a URL. */
export function parseMaterialFile(item: unknown): MaterialFile | null {
  const [, file, name] = stored.exec(String(item)) ?? [];
  return file === undefined || name === undefined ? null : { file, name };
}

/** Returns the files of the course material in order. */
export function parseMaterialFiles(items: unknown): readonly MaterialFile[] {
  return Array.isArray(items) ? items.flatMap((item) => parseMaterialFile(item) ?? []) : [];
}

export const isMaterial = (item: unknown): boolean =>
  parseMaterialFile(item) !== null || /^https:\/\/[^\s]+$/u.test(String(item));
