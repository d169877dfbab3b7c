import type { DOMElement } from 'ink';
import { type RefObject, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { CursorPlace } from '../../driver/frame-writer.ts';
import { useLayer, useTui } from '../tui-context.ts';

/** Where a box stands on the screen, once it is laid out. */
function placeOf(box: DOMElement | null): CursorPlace | null {
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
  const { hub, cursor } = useTui();
  const layer = useLayer();
  const [owner] = useState(() => Symbol('cursor'));
  const onTop = useSyncExternalStore(hub.subscribe, () => hub.topLayer() <= layer);
  useLayoutEffect(() => {
    const place = active && onTop ? placeOf(box.current) : null;
    if (place) cursor.claim(owner, { x: place.x + column, y: place.y + line });
    else cursor.release(owner);
  });
  useEffect(() => () => cursor.release(owner), [cursor, owner]);
}
