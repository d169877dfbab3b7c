import { foldCluster, getCharacterKind, getInputKind, type InputKind, join, stop } from './characters.ts';
import { createHanVariants } from './han-variants.ts';

/**
 * A normalized text. It has one entry per UTF-16 unit, in arrays that may be longer than `length`: the unit, its kind (`cjk` to
 * `stop`), and its source, a half-open range of UTF-16 units of the original. All units of a cluster (a letter with its accents,
 * ㎏ read as kg) share the range of the cluster.
 */
export interface NormalizedText {
  readonly units: Uint16Array;
  readonly kinds: Uint8Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly length: number;
}

/**
 * Normalizes a text: folds NFKC, case, width, Latin accents and traditional Chinese; drops zero-width, control and bidi
 * characters; reads a run of white space as one space. It is idempotent.
 */
export type Normalize = (text: string) => NormalizedText;

/** Creates a normalizer. It fills its tables by pages of 256 characters on demand, so it should be reused for many texts. */
export function createNormalizer(): Normalize {
  const reader = new Reader();
  return (text) => reader.read(text);
}

/** Returns the normalized text as a string with the same indexes. */
export function toPlainString(text: NormalizedText): string {
  return Buffer.from(text.units.buffer, text.units.byteOffset, text.length * 2).toString('utf16le');
}

const space = 0x20;
const spaceKind = join;
/** Maximum number of followers per base character; more than any script stacks (Unicode's stream-safe text: 30). */
const maxFollowers = 32;
const cacheLimit = 4096;
/** Actions for units in addition to the kinds of `characters.ts`, which mean "emit the folded unit". */
const action = { blank: 6, lineBreak: 7, invisible: 8, clinging: 9, follower: 10, complex: 11 } as const;

interface Folded {
  readonly units: readonly number[];
  readonly kinds: readonly number[];
}

class Reader {
  /** 0 means that the page of the unit is not filled yet. */
  readonly #actions = new Uint8Array(0x10000);
  readonly #folded = new Uint16Array(0x10000);
  readonly #hanVariants = createHanVariants();
  readonly #clusters = new Map<string, Folded>();
  readonly #astral = new Map<number, number>();

  read(text: string): NormalizedText {
    const draft = new Draft(text.length);
    const actions = this.#actions;
    const folded = this.#folded;
    let { units, kinds, starts, ends } = draft;
    let length = 0;
    let at = 0;
    while (at < text.length) {
      const unit = text.charCodeAt(at);
      const what = actions[unit] as number;
      const isFirstSpace = what === action.blank && length > 0 && units[length - 1] !== space;
      if ((what !== 0 && what < action.blank) || isFirstSpace) {
        units[length] = folded[unit] as number;
        kinds[length] = isFirstSpace ? spaceKind : what;
        starts[length] = at;
        at += 1;
        ends[length] = at;
        length += 1;
        continue;
      }
      draft.length = length;
      at = what === 0 ? this.#fillPage(unit, at) : this.#readOther(text, at, draft);
      ({ units, kinds, starts, ends, length } = draft);
      if (units.length - length < text.length - at) {
        draft.grow(text.length - at);
        ({ units, kinds, starts, ends } = draft);
      }
    }
    draft.length = length;
    return draft;
  }

  #fillPage(unit: number, at: number): number {
    const first = unit & 0xff00;
    for (let code = first; code < first + 0x100; code += 1) {
      const character = String.fromCharCode(code);
      const input = getInputKind(character);
      const folded = input === 'content' ? foldCluster(character, this.#hanVariants) : '';
      const isSimple = folded.length === 1 && folded !== ' ' && (code & 0xf800) !== 0xd800;
      this.#folded[code] = input === 'blank' ? space : folded.charCodeAt(0);
      this.#actions[code] = isSimple ? getCharacterKind(folded) : getActionFor(input);
    }
    return at;
  }

  /** Returns the action at a position; a surrogate pair counts as one character. */
  #actionAt(text: string, at: number): number {
    const unit = text.charCodeAt(at);
    if ((unit & 0xfc00) !== 0xd800) {
      if (this.#actions[unit] === 0) this.#fillPage(unit, at);
      return this.#actions[unit] as number;
    }
    const code = text.codePointAt(at) as number;
    let known = this.#astral.get(code);
    if (known === undefined) {
      known = getActionFor(getInputKind(String.fromCodePoint(code)));
      if (this.#astral.size >= cacheLimit) this.#astral.clear();
      this.#astral.set(code, known);
    }
    return known;
  }

  /** Reads anything but a simple unit; returns the next position. */
  #readOther(text: string, at: number, draft: Draft): number {
    const what = this.#actionAt(text, at);
    const end = at + getCharacterLength(text, at);
    if (what === action.blank || what === action.lineBreak) {
      draft.pushSpace(what === action.blank ? join : stop, at, end);
    } else if (what === action.clinging) {
      draft.extendLast(at, end);
    } else if (what === action.follower) {
      return this.#readFollowers(text, at, draft);
    } else if (what !== action.invisible) {
      this.#emit(text.slice(at, end), at, end, draft);
      return end;
    }
    if (draft.closedAt === at) draft.closedAt = end;
    return end;
  }

  /** Folds the last cluster again, together with the followers from `at` on. */
  #readFollowers(text: string, at: number, draft: Draft): number {
    const from = draft.removeLast(at);
    let cluster = from < at ? dropInvisible(text.slice(from, at)) : '';
    let end = at;
    for (let taken = 0; end < text.length && taken < maxFollowers; taken += 1) {
      const what = this.#actionAt(text, end);
      if (what !== action.follower && what !== action.invisible && what !== action.clinging) break;
      const next = end + getCharacterLength(text, end);
      if (what === action.follower) cluster += text.slice(end, next);
      else taken -= 1;
      end = next;
    }
    this.#emit(cluster, from, end, draft);
    draft.closedAt = end;
    return end;
  }

  #emit(cluster: string, from: number, to: number, draft: Draft): void {
    const { units, kinds } = this.#fold(cluster);
    if (units.length === 0) draft.extendLast(from, to);
    draft.grow(units.length);
    for (let i = 0; i < units.length; i += 1) {
      const unit = units[i] as number;
      if (unit === space) draft.pushSpace(join, from, to);
      else draft.push(unit, kinds[i] as number, from, to);
    }
  }

  #fold(cluster: string): Folded {
    const known = this.#clusters.get(cluster);
    if (known !== undefined) return known;
    const units: number[] = [];
    const kinds: number[] = [];
    for (const character of foldCluster(cluster, this.#hanVariants)) {
      const kind = getCharacterKind(character);
      for (let i = 0; i < character.length; i += 1) {
        units.push(character.charCodeAt(i));
        kinds.push(kind);
      }
    }
    if (this.#clusters.size >= cacheLimit) this.#clusters.clear();
    if (cluster.length <= 8) this.#clusters.set(cluster, { units, kinds });
    return { units, kinds };
  }
}

/** A normalized text while it is created. */
class Draft implements NormalizedText {
  units: Uint16Array;
  kinds: Uint8Array;
  starts: Int32Array;
  ends: Int32Array;
  length = 0;
  /** Position up to which clusters are complete: no followers are added to them. */
  closedAt = -1;

  constructor(capacity: number) {
    this.units = new Uint16Array(capacity);
    this.kinds = new Uint8Array(capacity);
    this.starts = new Int32Array(capacity);
    this.ends = new Int32Array(capacity);
  }

  /** Ensures capacity for `more` units. */
  grow(more: number): void {
    if (this.length + more <= this.units.length) return;
    const capacity = Math.ceil((this.length + more) * 1.5);
    const { units, kinds, starts, ends } = this;
    this.units = new Uint16Array(capacity);
    this.kinds = new Uint8Array(capacity);
    this.starts = new Int32Array(capacity);
    this.ends = new Int32Array(capacity);
    this.units.set(units);
    this.kinds.set(kinds);
    this.starts.set(starts);
    this.ends.set(ends);
  }

  push(unit: number, kind: number, from: number, to: number): void {
    this.units[this.length] = unit;
    this.kinds[this.length] = kind;
    this.starts[this.length] = from;
    this.ends[this.length] = to;
    this.length += 1;
  }

  /** Adds white space to a preceding space; a line break anywhere in the run makes it a stop. */
  pushSpace(kind: number, from: number, to: number): void {
    const last = this.length - 1;
    if (last < 0 || this.units[last] !== space) {
      this.grow(1);
      this.push(space, kind, from, to);
      return;
    }
    this.ends[last] = to;
    if (kind === stop) this.kinds[last] = stop;
  }

  /** Extends the previous cluster by [from, to), if it ends at `from`. */
  extendLast(from: number, to: number): void {
    if (this.length === 0 || this.ends[this.length - 1] !== from) return;
    const start = this.starts[this.length - 1];
    for (let i = this.length - 1; i >= 0 && this.starts[i] === start; i -= 1) this.ends[i] = to;
  }

  /** Removes the last cluster, to fold it again, and returns its start; `at` when there is none. */
  removeLast(at: number): number {
    const last = this.length - 1;
    if (last < 0 || this.units[last] === space || this.closedAt === at) return at;
    const start = this.starts[last] as number;
    while (this.length > 0 && this.starts[this.length - 1] === start) this.length -= 1;
    return start;
  }
}

function getActionFor(input: InputKind): number {
  return input === 'content' ? action.complex : action[input];
}

function getCharacterLength(text: string, at: number): number {
  return (text.codePointAt(at) as number) > 0xffff ? 2 : 1;
}

function dropInvisible(text: string): string {
  let result = '';
  for (const character of text) {
    const input = getInputKind(character);
    if (input === 'content' || input === 'follower') result += character;
  }
  return result;
}

const normalize = createNormalizer();

/**
 * Returns the key by which two spellings are equal: the normalized text. A backslash and the next character are preserved, since
 * `\\d` and `\\D` in a pattern are opposites. A text that normalizes to nothing is its own key.
 */
export function normalizeKey(text: string): string {
  const parts = text.split(/(\\[\s\S])/);
  const key = parts
    .map((part, at) => (at % 2 === 1 ? part : toPlainString(normalize(part))))
    .join('')
    .trim();
  return key === '' ? text : key;
}
