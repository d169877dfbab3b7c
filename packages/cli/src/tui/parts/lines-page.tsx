import { Box, Text } from 'ink';
import { useState } from 'react';
import { keymaps } from '../keys/keymap.ts';
import { renderDim } from './colors.ts';
import { PageHead } from './page-head.tsx';
import { useArea, useTui } from './tui-context.ts';
import { useKeys } from './use-keys.ts';
import { getWindowStart } from './viewport.ts';

/** A line as it is shown; colors are in it already. */
export type Lines = readonly string[];

export interface LinesPageProps {
  readonly title: string;
  readonly note?: string;
  /** As they are, or for so many columns. */
  readonly lines: Lines | ((width: number) => Lines);
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
    top: getWindowStart(Math.min(top, last), count, height, top),
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

/** A title over the lines that are in sight, from one on. */
export function LinesView({
  title,
  note = '',
  lines,
  top,
}: {
  title: string;
  note?: string;
  lines: Lines;
  top: number;
}) {
  const { t } = useTui();
  const { width, height } = useArea();
  const space = height - 2;
  const place = lines.length > space ? `${top + 1}-${Math.min(lines.length, top + space)}/${lines.length}` : '';
  return (
    <Box flexDirection="column" width={width} height={height}>
      <PageHead title={title} note={[note, place].filter((one) => one !== '').join('  ')} />
      <Box paddingX={1} height={space} overflow="hidden">
        <Text>{lines.length === 0 ? renderDim(t('common.empty')) : lines.slice(top, top + space).join('\n')}</Text>
      </Box>
    </Box>
  );
}

/** Lines to read, more than fit, with the title above. */
export function LinesPage({ title, note = '', lines: given, text, onDone }: LinesPageProps) {
  const tui = useTui();
  const { width, height } = useArea();
  const lines = typeof given === 'function' ? given(width - 2) : given;
  const { top, moves } = useScroll(lines.length, height - 2);
  useKeys(keymaps.lines, { ...moves, back: onDone, ...(text === undefined ? {} : { copyRow: () => tui.copy(text) }) });
  return <LinesView title={title} note={note} lines={lines} top={top} />;
}
