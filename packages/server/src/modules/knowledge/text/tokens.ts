/**
 * Counts text in tokens, as models do within some percent: a Chinese, Japanese or Korean character or an emoji is one, four other
 * characters are one. Of two pieces that are put together the count is never above the sum of theirs.
 */
export interface TokenCount {
  /** Characters that are one token each. */
  readonly wide: number;
  /** UTF-16 units of which four are one. */
  readonly narrow: number;
}

export const noTokens: TokenCount = { wide: 0, narrow: 0 };

/** One UTF-16 unit: the first half of a pair stands for the pair. */
function isWide(unit: number): boolean {
  if (unit < 0x2e80) return false;
  return unit <= 0x9fff || (unit >= 0xac00 && unit <= 0xdbff) || (unit >= 0xf900 && unit <= 0xffef);
}

const isSecondHalf = (unit: number) => unit >= 0xdc00 && unit <= 0xdfff;

export function countTokenParts(text: string, from = 0, to = text.length): TokenCount {
  let wide = 0;
  let narrow = 0;
  for (let at = from; at < to; at += 1) {
    const unit = text.charCodeAt(at);
    if (isWide(unit)) wide += 1;
    else if (!isSecondHalf(unit)) narrow += 1;
  }
  return { wide, narrow };
}

export function addTokenCounts(one: TokenCount, other: TokenCount): TokenCount {
  return { wide: one.wide + other.wide, narrow: one.narrow + other.narrow };
}

export function estimateTokens({ wide, narrow }: TokenCount): number {
  return wide + Math.ceil(narrow / 4);
}

export function countTokens(text: string): number {
  return estimateTokens(countTokenParts(text));
}

/** The farthest place up to which a text holds so many tokens; never within a pair, and always past `from`. */
export function reach(text: string, from: number, to: number, tokens: number): number {
  let count = noTokens;
  let at = from;
  while (at < to) {
    const width = isSecondHalf(text.charCodeAt(at + 1)) ? 2 : 1;
    const next = addTokenCounts(count, countTokenParts(text, at, at + width));
    if (estimateTokens(next) > tokens && at > from) return at;
    count = next;
    at += width;
  }
  return to;
}

/** The earliest place from which a text holds at most so many tokens up to `to`. */
export function reachBack(text: string, from: number, to: number, tokens: number): number {
  let count = noTokens;
  let at = to;
  while (at > from) {
    const width = at - 2 >= from && isSecondHalf(text.charCodeAt(at - 1)) ? 2 : 1;
    const next = addTokenCounts(count, countTokenParts(text, at - width, at));
    if (estimateTokens(next) > tokens) return at;
    count = next;
    at -= width;
  }
  return at;
}
