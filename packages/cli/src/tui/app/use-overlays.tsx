import { messageDuration, type Tone } from '@gantry/core';
import { useStdout } from 'ink';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import type { TerminalSize } from '../driver/ink-stdout.ts';
import type { OverlayShape } from '../parts/tui-context.ts';

export interface Overlay {
  readonly id: number;
  readonly shape: OverlayShape;
  readonly node: ReactNode;
}

/**
 * Pages and sheets that are open over the screen, the newest on top. `open` resolves with the value that an overlay closes with.
 */
export function useOverlays() {
  const [overlays, setOverlays] = useState<readonly Overlay[]>([]);
  const count = useRef(0);
  const open = useCallback(
    <T,>(shape: OverlayShape, build: (close: (value: T) => void) => ReactNode): Promise<T> =>
      new Promise((resolve) => {
        count.current += 1;
        const id = count.current;
        const close = (value: T) => {
          setOverlays((current) => current.filter((overlay) => overlay.id !== id));
          resolve(value);
        };
        setOverlays((current) => [...current, { id, shape, node: build(close) }]);
      }),
    [],
  );
  return { overlays, open, closeAll: useCallback(() => setOverlays([]), []) };
}

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: Tone;
}

/** The line above the footer: it shows the newest message for `messageDuration` ms. */
export function useNotice() {
  const [notice, setNotice] = useState<Notice | null>(null);
  const count = useRef(0);
  const notify = useCallback((text: string, tone: Tone = 'info') => {
    count.current += 1;
    const id = count.current;
    setNotice({ id, text, tone });
    setTimeout(() => setNotice((current) => (current?.id === id ? null : current)), messageDuration).unref();
  }, []);
  return { notice, notify };
}

/** The current size of the terminal; the component renders again when it is resized. */
export function useScreenSize(): TerminalSize {
  const { stdout } = useStdout();
  const [size, setSize] = useState<TerminalSize>(() => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }));
  useEffect(() => {
    const onResize = () => setSize({ columns: stdout.columns || 80, rows: stdout.rows || 24 });
    stdout.on('resize', onResize);
    return () => {
      stdout.off('resize', onResize);
    };
  }, [stdout]);
  return size;
}
