export interface Range {
  readonly from?: unknown;
  readonly to?: unknown;
}

export function toRange(value: unknown): Range {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Range) : {};
}

/** Returns a range without its empty limits; null when both are empty. */
export function fromRange(range: Range): Range | null {
  const edges = Object.entries(range).filter(([, edge]) => edge !== null && edge !== undefined);
  return edges.length > 0 ? Object.fromEntries(edges) : null;
}

/** Returns the number that a range is limited to; null for any other range. */
export function getSingleNumber(value: unknown): number | null {
  const { from, to } = toRange(value);
  return typeof from === 'number' && from === to ? from : null;
}
