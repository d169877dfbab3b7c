import { type DOMElement, useCursor } from 'ink';
import { type RefObject, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import { useLayer, usePulse, useTui } from './tui-context.ts';

interface Place {
  readonly x: number;
  readonly y: number;
}

/** Where a box stands on the screen, once it is laid out. */
function placeOf(box: DOMElement | null): Place | null {
  if (!box) return null;
  let x = 0;
  let y = 0;
  let node: DOMElement | undefined = box;
  while (node?.yogaNode) {
    x += node.yogaNode.getComputedLeft();
    y += node.yogaNode.getComputedTop();
    node = node.parentNode;
  }
  return { x, y };
}

/** Puts the terminal's own cursor into a box, so that an input method opens its window there. */
export function useCursorAt(box: RefObject<DOMElement | null>, column: number, line: number, active: boolean): void {
  const { setCursorPosition } = useCursor();
  const [place, setPlace] = useState<Place | null>(null);
  const { hub } = useTui();
  const layer = useLayer();
  const onTop = useSyncExternalStore(hub.subscribe, () => hub.topLayer() <= layer);
  usePulse();
  useLayoutEffect(() => {
    const found = placeOf(box.current);
    setPlace((known) => (known?.x === found?.x && known?.y === found?.y ? known : found));
  });
  setCursorPosition(active && onTop && place ? { x: place.x + column, y: place.y + line } : undefined);
}
