/** Characters of a text around a hit that its record keeps on each side. */
const around = 40;
/** The column takes so many. */
const longest = 255;

/** A cut at `at` that does not fall into the middle of a character. */
function full(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return at > 0 && at < text.length && (unit & 0xfc00) === 0xdc00 ? at - 1 : at;
}

/** The hit with forty characters before and after it, on one line, with dots where the text goes on. */
export function createExcerpt(text: string, start: number, end: number): string {
  const from = full(text, Math.max(0, start - around));
  const to = full(text, Math.min(text.length, end + around, from + longest - 2));
  const part = text.slice(from, to).replace(/\s+/gu, ' ');
  return `${from > 0 ? '…' : ''}${part}${to < text.length ? '…' : ''}`;
}
