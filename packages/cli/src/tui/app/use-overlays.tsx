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

export interface Notice {
  readonly id: number;
  readonly words: string;
  readonly tone: Tone;
}

/** The line at the foot: the newest message, for five seconds. */
export function useNotice() {
  const [notice, setNotice] = useState<Notice | null>(null);
  const count = useRef(0);
  const localize = useCallback((words: string, tone: Tone = 'info') => {
    count.current += 1;
    const id = count.current;
    setNotice({ id, words, tone });
    setTimeout(() => setNotice((known) => (known?.id === id ? null : known)), messageDuration).unref();
  }, []);
  return { notice, localize };
}

/** The size of the terminal, followed as it changes. */
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
