/**
 * Scrolls a row sideways, as far as it takes to see an element of it whole. `scrollIntoView` does that too, but in Chromium the
 * next press of Tab then goes on from the element instead of from where it was, past the link that skips to the page.
 */
export function showInRow(element: Element, row: Element): void {
  const [box, seen] = [element.getBoundingClientRect(), row.getBoundingClientRect()];
  if (box.left < seen.left) row.scrollLeft += box.left - seen.left;
  else if (box.right > seen.right) row.scrollLeft += box.right - seen.right;
}

/** The same up and down, with as much room again around the element. */
export function showInColumn(element: Element, column: Element): void {
  const [box, seen] = [element.getBoundingClientRect(), column.getBoundingClientRect()];
  if (box.top < seen.top) column.scrollTop += box.top - seen.top - box.height;
  else if (box.bottom > seen.bottom) column.scrollTop += box.bottom - seen.bottom + box.height;
}
