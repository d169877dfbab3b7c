/** A text and what is selected in it. */
export interface Edited {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Marks the selection on both sides, or takes the marks off when it has them. */
export function wrap({ text, start, end }: Edited, mark: string): Edited {
  const inside = text.slice(start, end);
  const before = text.slice(0, start);
  const after = text.slice(end);
  if (before.endsWith(mark) && after.startsWith(mark)) {
    const size = mark.length;
    return { text: before.slice(0, -size) + inside + after.slice(size), start: start - size, end: end - size };
  }
  return {
    text: before + mark + inside + mark + after,
    start: start + mark.length,
    end: end + mark.length,
  };
}

/** Puts a mark before each line that the selection touches, or takes it off when all have it. */
export function prefixLines({ text, start, end }: Edited, mark: string): Edited {
  const first = text.lastIndexOf('\n', start - 1) + 1;
  const last = text.indexOf('\n', end);
  const until = last === -1 ? text.length : last;
  const lines = text.slice(first, until).split('\n');
  const marked = lines.every((line) => line.startsWith(mark));
  const changed = lines.map((line) => (marked ? line.slice(mark.length) : mark + line)).join('\n');
  return { text: text.slice(0, first) + changed + text.slice(until), start: first, end: first + changed.length };
}

/** Puts something in the place of the selection, and the cursor after it. */
export function insert({ text, start, end }: Edited, piece: string): Edited {
  const at = start + piece.length;
  return { text: text.slice(0, start) + piece + text.slice(end), start: at, end: at };
}

/** `[selection](https://)`, with the address selected. */
export function link({ text, start, end }: Edited): Edited {
  const piece = `[${text.slice(start, end) || 'text'}](https://)`;
  const at = start + piece.length - 1;
  return { text: text.slice(0, start) + piece + text.slice(end), start: at - 8, end: at };
}
