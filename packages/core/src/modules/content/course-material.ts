/** A piece of material that is an uploaded file: what the server calls it, and its name to people. */
export interface MaterialFile {
  readonly file: string;
  readonly name: string;
}

/** In UTF-16 units, so that an item fits a word of a list. */
const maxName = 160;
const stored = /^document:([0-9a-f]{32})\/(\S(?:.*\S)?)$/u;

/** A file as it stands among the material: `document:<file>/<name>`. What parts the items of a list is none of its name. */
export function formatMaterial({ file, name }: MaterialFile): string {
  const fit = name.replace(/[,，;；\s\p{Cc}]+/gu, ' ').trim() || 'document';
  return `document:${file}/${fit.slice(0, maxName).toWellFormed().trim()}`;
}

/** The file that an item is; null for an address. */
export function parseMaterialFile(item: unknown): MaterialFile | null {
  const [, file, name] = stored.exec(String(item)) ?? [];
  return file === undefined || name === undefined ? null : { file, name };
}

/** The files among the material of a course, in their order. */
export function parseMaterialFiles(items: unknown): readonly MaterialFile[] {
  return Array.isArray(items) ? items.flatMap((item) => parseMaterialFile(item) ?? []) : [];
}

export const isMaterial = (item: unknown): boolean =>
  parseMaterialFile(item) !== null || /^https:\/\/[^\s]+$/u.test(String(item));
