import { Box, Text } from 'ink';
import { useState } from 'react';
import { keymaps } from '../keymap.ts';
import { dim } from './colours.ts';
import { PageHead } from './page-head.tsx';
import { useArea, useTui } from './tui-context.ts';
import { useKeys } from './use-keys.ts';
import { windowStart } from './viewport.ts';

/** A line as it is shown; colours are in it already. */
export type Lines = readonly string[];

export interface LinesPageProps {
  readonly title: string;
  readonly note?: string;
  readonly lines: Lines;
  /** What `Y` copies. */
  readonly text?: string;
  readonly onDone: () => void;
}

/** The moves of a page that is only read. */
export function useScroll(count: number, height: number) {
  const [top, setTop] = useState(0);
  const last = Math.max(0, count - height);
  const by = (lines: number) => () => setTop((at) => Math.max(0, Math.min(last, at + lines)));
  return {
    top: windowStart(Math.min(top, last), count, height, top),
    moves: {
      down: by(1),
      up: by(-1),
      pageDown: by(height - 1),
      pageUp: by(1 - height),
      top: by(-count),
      bottom: by(count),
    },
  };
}

/** Lines to read, more than fit, with the title above. */
export function LinesPage({ title, note = '', lines, text, onDone }: LinesPageProps) {
  const tui = useTui();
  const { width, height } = useArea();
  const room = height - 2;
  const { top, moves } = useScroll(lines.length, room);
  useKeys(keymaps.lines, { ...moves, back: onDone, ...(text === undefined ? {} : { copyRow: () => tui.copy(text) }) });
  const place = lines.length > room ? `${top + 1}-${Math.min(lines.length, top + room)}/${lines.length}` : '';
  return (
    <Box flexDirection="column" width={width} height={height}>
      <PageHead title={title} note={[note, place].filter((one) => one !== '').join('  ')} />
      <Box paddingX={1} height={room} overflow="hidden">
        <Text>{lines.length === 0 ? dim(tui.t('common.empty')) : lines.slice(top, top + room).join('\n')}</Text>
      </Box>
    </Box>
  );
}
