import { useStdout } from 'ink';
import { useEffect, useState } from 'react';

export interface ScreenSize {
  readonly columns: number;
  readonly rows: number;
}

/** How long a window must keep its size before all of it is drawn anew, in ms. */
const settled = 120;
const clear = '\u001b[2J\u001b[H';

/** The size of the terminal; after a change everything is drawn anew, since what it showed has been pushed about. */
export function useScreenSize(): ScreenSize {
  const { stdout, write } = useStdout();
  const read = () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 });
  const [size, setSize] = useState<ScreenSize>(read);
  useEffect(() => {
    let timer: NodeJS.Timeout | null = null;
    const onResize = () => {
      stdout.write(clear);
      setSize({ columns: stdout.columns || 80, rows: stdout.rows || 24 });
      if (timer) clearTimeout(timer);
      timer = setTimeout(() => write(clear), settled);
    };
    stdout.prependListener('resize', onResize);
    return () => {
      stdout.off('resize', onResize);
      if (timer) clearTimeout(timer);
    };
  }, [stdout, write]);
  return size;
}
