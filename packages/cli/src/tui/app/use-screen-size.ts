import { useStdout } from 'ink';
import { useEffect, useState } from 'react';
import type { TerminalSize } from '../driver/ink-stdout.ts';

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
