/** An area of cells that are merged into one. Rows count from 1, columns from 0. */
export interface MergedArea {
  readonly range: string;
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

/** `C7` -> 2. */
export function columnOf(place: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/i.exec(place)?.[0].toUpperCase() ?? '')
    column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

const mark = 'mergeCell';
const area = /<(?:\w+:)?mergeCell\s[^>]*\bref="(\$?[A-Z]{1,3}\$?(\d+):\$?[A-Z]{1,3}\$?(\d+))"/g;
/** Characters of one tag, at most. */
const maxTag = 200;

/** Finds the merged areas of a sheet in its XML, which comes in pieces and lists them after the rows. */
export function createMergeScanner() {
  let [held, isFound] = ['', false];
  return {
    scan(piece: string): void {
      held += piece;
      if (isFound) return;
      const at = held.indexOf(mark);
      isFound = at >= 0;
      held = isFound ? held.slice(Math.max(0, at - maxTag)) : held.slice(-maxTag);
    },
    /** Areas by their first rows. */
    areas(): MergedArea[] {
      if (!isFound) return [];
      const found = Array.from(held.matchAll(area), ([, range = '', top, bottom]) => ({
        range,
        left: columnOf(range.replaceAll('$', '')),
        top: Number(top),
        bottom: Number(bottom),
      }));
      return found.sort((one, other) => one.top - other.top);
    },
  };
}

/**
 * Gives the value of a merged area to each row of it, in its first column, as a person sees it. Rows come in their order; one that has
 * nothing else stays empty.
 * @param areas by their first rows
 */
export function createMergeFiller(areas: readonly MergedArea[]): (line: number, cells: string[]) => void {
  let next = 0;
  let open: { readonly area: MergedArea; readonly value: string }[] = [];
  return (line, cells) => {
    const isEmpty = cells.every((cell) => cell.trim() === '');
    open = open.filter((one) => line <= one.area.bottom);
    for (const { area: one, value } of isEmpty ? [] : open) {
      while (cells.length <= one.left) cells.push('');
      cells[one.left] = value;
    }
    for (let area = areas[next]; area && area.top <= line; area = areas[next]) {
      next += 1;
      const value = cells[area.left] ?? '';
      if (area.top === line && area.bottom > line && value !== '') open.push({ area, value });
    }
  };
}
