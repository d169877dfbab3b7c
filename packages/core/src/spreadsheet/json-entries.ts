import { SpreadsheetError } from './sheet-refused.ts';

/** Maximum characters of one entry, or of the text around the list. A longer entry is not a record. */
export const maxEntryLength = 16 * 1024 * 1024;

const signs = { quote: 34, comma: 44, open: 91, escape: 92, close: 93, openObject: 123, closeObject: 125 } as const;

/** The name of the list in API responses. */
const namesList = /[{,]\s*"items"\s*:\s*$/;
/** Number of characters before a bracket that are searched for this name. Otherwise, the file is parsed as a whole. */
const lookBack = 100;

/**
 * Splits a JSON text into the texts of its list entries, without holding the list in memory. The list is the value itself or
 * `items` of an API response. The text between the entries is validated at the end, the entries are not.
 */
export class EntryCutter {
  /** The text without the entries; `[]` for a list. */
  around = '';
  #entry = '';
  #count = 0;
  #depth = 0;
  /** Nesting depth of the list; null before it starts, 0 after its end. */
  #list: number | null = null;
  #inString = false;
  #isEscaped = false;

  /** @returns the entries that end within this piece */
  cut(piece: string): string[] {
    const found: string[] = [];
    let start = 0;
    for (let at = 0; at < piece.length; at += 1) {
      const sign = piece.charCodeAt(at);
      if (this.#inString) this.#readInString(sign);
      else if (sign === signs.quote) this.#inString = true;
      else if (sign === signs.open || sign === signs.openObject) {
        this.#depth += 1;
        if (sign !== signs.open || !this.#beginsList(piece, start, at)) continue;
        this.around += piece.slice(start, at + 1);
        this.#list = this.#depth;
        start = at + 1;
      } else if (sign === signs.comma) {
        if (this.#depth !== this.#list) continue;
        found.push(this.#taken(piece.slice(start, at)));
        start = at + 1;
      } else if (sign === signs.close || sign === signs.closeObject) {
        this.#depth -= 1;
        if (this.#list === null || this.#list === 0 || this.#depth >= this.#list) continue;
        const last = this.#taken(piece.slice(start, at));
        if (this.#count > 1 || last.trim() !== '') found.push(last);
        this.#list = 0;
        start = at;
      }
    }
    this.#keep(piece.slice(start));
    return found;
  }

  /** Whether the list was found and is complete. */
  get hasList(): boolean {
    return this.#list === 0;
  }

  /** Whether a bracket starts the list: the first one of the text, or the one after its name in an object. */
  #beginsList(piece: string, start: number, at: number): boolean {
    if (this.#list !== null || this.#depth > 2) return false;
    const before = this.around.slice(-lookBack) + piece.slice(Math.max(start, at - lookBack), at);
    return this.#depth === 1 ? before.trim() === '' : namesList.test(before);
  }

  #readInString(sign: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (sign === signs.escape) this.#isEscaped = true;
    else if (sign === signs.quote) this.#inString = false;
  }

  #taken(rest: string): string {
    const entry = this.#entry + rest;
    this.#entry = '';
    this.#count += 1;
    return entry;
  }

  #keep(rest: string): void {
    if (this.#list === null || this.#list === 0) this.around += rest;
    else this.#entry += rest;
    if (Math.max(this.#entry.length, this.around.length) > maxEntryLength) throw new SpreadsheetError('tooLong');
  }
}
