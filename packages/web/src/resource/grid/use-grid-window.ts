import { type RefObject, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useOnPaper } from '../../ui/appearance/index.ts';
import {
  computeDrawnWindow,
  computePlaceAfter,
  computePlaceShowing,
  getVisibleRows,
  scrollHeight,
  startPlace,
  type WindowSize,
} from './window-math.ts';

/** Rows that are put on paper: those of the longest page. */
const maxOnPaper = 200;

/** The window of a scrolled element over its rows. `covered` is the height of the head that stays over them; a row may still be on its way. */
export function useGridWindow(
  element: RefObject<HTMLDivElement | null>,
  rows: number,
  rowHeight: number,
  covered: number,
  isThere: (row: number) => boolean,
) {
  const [viewport, setViewport] = useState(600);
  const [place, setPlace] = useState(startPlace);
  const size: WindowSize = { rows, rowHeight, viewport };
  const latest = useRef(size);
  latest.current = size;
  useLayoutEffect(() => {
    const box = element.current;
    if (!box) return undefined;
    const measure = () => setViewport(Math.max(rowHeight, box.clientHeight - covered));
    const observer = new ResizeObserver(measure);
    observer.observe(box);
    measure();
    return () => observer.disconnect();
  }, [element, rowHeight, covered]);
  const onScroll = useCallback(() => {
    const top = element.current?.scrollTop ?? 0;
    setPlace((before) => (before.top === top ? before : computePlaceAfter(before, top, latest.current)));
  }, [element]);
  const show = useCallback(
    (row: number) => {
      setPlace((before) => {
        const next = computePlaceShowing(before, row, latest.current);
        if (next !== before && element.current) element.current.scrollTop = next.top;
        return next;
      });
    },
    [element],
  );
  const onPaper = useOnPaper();
  // Fixed at once: a list that grows shorter on its way to the paper is scrolled by that.
  const paper = useRef<ReturnType<typeof getVisibleRows> | null>(null);
  const drawn = computeDrawnWindow(place, size);
  if (!onPaper) paper.current = null;
  else {
    paper.current ??= getVisibleRows(drawn, rows, maxOnPaper, isThere);
    const { first, end } = paper.current;
    // As high as what is drawn: the empty rest of a long list would be thousands of empty sheets.
    return { drawn: { first, end, shift: 0 }, height: 'auto' as const, onScroll, show };
  }
  return { drawn, height: Math.max(scrollHeight(size), rowHeight), onScroll, show };
}
