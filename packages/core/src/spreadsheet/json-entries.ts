import { SpreadsheetError } from './sheet-refused.ts';

/** Signs of one entry, or of what stands around a list, at most: what is longer is no record. */
export const longestEntry = 16 * 1024 * 1024;

const signs = { quote: 34, comma: 44, open: 91, escape: 92, close: 93, openObject: 123, closeObject: 125 } as const;

/** What a client of the API is answered: the list stands under this name. */
const namesList = /[{,]\s*"items"\s*:\s*$/;
/** Signs before a bracket that are looked at to know it; under a name farther from it, the list is read as a whole. */
const lookBack = 100;

/**
 * Cuts the text of a JSON value into the texts of the entries of its list, without holding it: the value itself, or what the
 * API answers of a list. What is between the entries is checked at the end; they themselves are not.
 */
export class EntryCutter {
  /** Everything but the entries: of a list `[]`. */
  around = '';
  #entry = '';
  #count = 0;
  #depth = 0;
  /** How deep the list's brackets are; null before it starts, 0 once it has ended. */
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

  /** Whether the list was found and has ended. */
  get hasList(): boolean {
    return this.#list === 0;
  }

  /** Whether a bracket starts the list: the first one at the start, or under its name in an object. */
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
    if (Math.max(this.#entry.length, this.around.length) > longestEntry) throw new SpreadsheetError('tooLong');
  }
}
