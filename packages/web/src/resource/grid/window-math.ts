/** A scrolled window on rows of one height. Pixels throughout. */
export interface WindowSize {
  readonly rows: number;
  readonly rowHeight: number;
  readonly viewport: number;
}

/** Chromium draws no element higher than 33,554,428 px, others less; past this the scroll bar is scaled. */
export const tallest = 8_000_000;

/** Rows drawn beyond each edge of the viewport. */
const overscan = 6;

export function computeContentHeight({ rows, rowHeight }: WindowSize): number {
  return rows * rowHeight;
}

/** Height of the element that is scrolled. */
export function scrollHeight(size: WindowSize): number {
  return Math.min(computeContentHeight(size), tallest);
}

function furthest(height: number, viewport: number): number {
  return Math.max(0, height - viewport);
}

/** Where the scroll bar stands, and the offset into the rows that this means. They are one as long as nothing is scaled. */
export interface ScrollPlace {
  readonly top: number;
  readonly offset: number;
}
export const startPlace: ScrollPlace = { top: 0, offset: 0 };

/**
 * The place after the scroll bar moved. A step shorter than the viewport (wheel, arrow, drag by hand) moves the rows as
 * far as the bar; a longer one is a jump, scaled to the whole. The ends of the bar are the ends of the rows.
 */
export function computePlaceAfter(before: ScrollPlace, top: number, size: WindowSize): ScrollPlace {
  const last = furthest(scrollHeight(size), size.viewport);
  const lastOffset = furthest(computeContentHeight(size), size.viewport);
  const at = Math.min(Math.max(0, top), last);
  if (at === 0 || at === last) return { top: at, offset: at === 0 ? 0 : lastOffset };
  if (last === lastOffset) return { top: at, offset: at };
  const step = at - before.top;
  if (Math.abs(step) < size.viewport) {
    return { top: at, offset: Math.min(Math.max(0, before.offset + step), lastOffset) };
  }
  return { top: at, offset: Math.round((at / last) * lastOffset) };
}

/** The place that shows a row whole, moved as little as possible; `covered` pixels at the top are under the header. */
export function computePlaceShowing(place: ScrollPlace, row: number, size: WindowSize): ScrollPlace {
  const start = row * size.rowHeight;
  const end = start + size.rowHeight;
  if (start >= place.offset && end <= place.offset + size.viewport) return place;
  const lastOffset = furthest(computeContentHeight(size), size.viewport);
  const wanted = start < place.offset ? start : end - size.viewport;
  const offset = Math.min(Math.max(0, wanted), lastOffset);
  const last = furthest(scrollHeight(size), size.viewport);
  return { top: lastOffset === 0 ? 0 : Math.round((offset / lastOffset) * last), offset };
}

/** Rows to draw: from `first` to before `end`, the first of them `shift` pixels below the top of the scrolled element. */
export interface DrawnWindow {
  readonly first: number;
  readonly end: number;
  readonly shift: number;
}

export function computeDrawnWindow(place: ScrollPlace, size: WindowSize): DrawnWindow {
  const first = Math.max(0, Math.floor(place.offset / size.rowHeight) - overscan);
  const end = Math.min(size.rows, Math.ceil((place.offset + size.viewport) / size.rowHeight) + overscan);
  return { first, end: Math.max(first, end), shift: place.top - (place.offset - first * size.rowHeight) };
}

/** The rows that are there, in one run around the first of a window that is: what can be put on paper, `most` of them at most. */
export function getVisibleRows(
  { first, end }: Pick<DrawnWindow, 'first' | 'end'>,
  rows: number,
  most: number,
  isThere: (row: number) => boolean,
): Pick<DrawnWindow, 'first' | 'end'> {
  let from = first;
  while (from < end && !isThere(from)) from += 1;
  let to = from;
  while (from > 0 && to - from < most && isThere(from - 1)) from -= 1;
  while (to < rows && to - from < most && isThere(to)) to += 1;
  return { first: from, end: to };
}
