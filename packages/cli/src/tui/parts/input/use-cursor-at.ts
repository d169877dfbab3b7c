import type { DOMElement } from 'ink';
import { type RefObject, useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react';
import type { CursorPosition } from '../../driver/frame-writer.ts';
import { useLayer, useTui } from '../tui-context.ts';

/** The position of a box on the screen after layout. */
function getScreenPosition(box: DOMElement | null): CursorPosition | null {
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

/** Places the terminal's cursor in a box, so that input methods open their windows there. */
export function useCursorAt(box: RefObject<DOMElement | null>, column: number, line: number, active: boolean): void {
  const { hub, cursor } = useTui();
  const layer = useLayer();
  const [owner] = useState(() => Symbol('cursor'));
  const onTop = useSyncExternalStore(hub.subscribe, () => hub.topLayer() <= layer);
  useLayoutEffect(() => {
    const position = active && onTop ? getScreenPosition(box.current) : null;
    if (position) cursor.claim(owner, { x: position.x + column, y: position.y + line });
    else cursor.release(owner);
  });
  useEffect(() => () => cursor.release(owner), [cursor, owner]);
}
