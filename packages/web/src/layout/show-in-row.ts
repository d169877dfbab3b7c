/**
 * Scrolls a row sideways until an element is fully visible. `scrollIntoView` does that too, but in Chromium the next Tab key then
 * continues from the element instead of the previous position, past the "skip to content" link.
 */
export function showInRow(element: Element, row: Element): void {
  const [box, seen] = [element.getBoundingClientRect(), row.getBoundingClientRect()];
  if (box.left < seen.left) row.scrollLeft += box.left - seen.left;
  else if (box.right > seen.right) row.scrollLeft += box.right - seen.right;
}

/** Scrolls a column vertically until an element is visible, with the same space again around it. */
export function showInColumn(element: Element, column: Element): void {
  const [box, seen] = [element.getBoundingClientRect(), column.getBoundingClientRect()];
  if (box.top < seen.top) column.scrollTop += box.top - seen.top - box.height;
  else if (box.bottom > seen.bottom) column.scrollTop += box.bottom - seen.bottom + box.height;
}
