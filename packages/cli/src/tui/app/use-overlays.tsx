import { type ReactNode, useCallback, useRef, useState } from 'react';
import type { OverlayShape } from '../parts/tui-context.ts';

export interface Overlay {
  readonly id: number;
  readonly shape: OverlayShape;
  readonly node: ReactNode;
}

/** Things that are opened over the screen, the newest on top; each closes with an answer. */
export function useOverlays() {
  const [overlays, setOverlays] = useState<readonly Overlay[]>([]);
  const count = useRef(0);
  const open = useCallback(
    <T,>(shape: OverlayShape, build: (close: (value: T) => void) => ReactNode): Promise<T> =>
      new Promise((resolve) => {
        count.current += 1;
        const id = count.current;
        const close = (value: T) => {
          setOverlays((known) => known.filter((overlay) => overlay.id !== id));
          resolve(value);
        };
        setOverlays((known) => [...known, { id, shape, node: build(close) }]);
      }),
    [],
  );
  return { overlays, open, closeAll: useCallback(() => setOverlays([]), []) };
}
