import { Box, Text } from 'ink';
import { useState } from 'react';
import { keymaps } from '../keys/keymap.ts';
import { renderDim } from './colors.ts';
import { PageHeader } from './page-header.tsx';
import { useArea, useTui } from './tui-context.ts';
import { useKeys } from './use-keys.ts';
import { getWindowStart } from './viewport.ts';

/** Lines ready for output, including their colors. */
export type Lines = readonly string[];

export interface LinesPageProps {
  readonly title: string;
  readonly note?: string;
  /** The lines, or a function that returns them for a width in columns. */
  readonly lines: Lines | ((width: number) => Lines);
  /** What `Y` copies. */
  readonly text?: string;
  readonly onDone: () => void;
}

/** Scrolls a page of `count` lines; returns the first visible line and the handlers of the movement keys. */
export function useScroll(count: number, height: number) {
  const [top, setTop] = useState(0);
  const last = Math.max(0, count - height);
  const scrollBy = (lines: number) => () => setTop((at) => Math.max(0, Math.min(last, at + lines)));
  return {
    top: getWindowStart(Math.min(top, last), count, height, top),
    moves: {
      down: scrollBy(1),
      up: scrollBy(-1),
      pageDown: scrollBy(height - 1),
      pageUp: scrollBy(1 - height),
      top: scrollBy(-count),
      bottom: scrollBy(count),
    },
  };
}

/** A title and the visible part of the lines, starting at index `top`. */
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
  const position = lines.length > space ? `${top + 1}-${Math.min(lines.length, top + space)}/${lines.length}` : '';
  return (
    <Box flexDirection="column" width={width} height={height}>
      <PageHeader title={title} note={[note, position].filter((one) => one !== '').join('  ')} />
      <Box paddingX={1} height={space} overflow="hidden">
        <Text>{lines.length === 0 ? renderDim(t('common.empty')) : lines.slice(top, top + space).join('\n')}</Text>
      </Box>
    </Box>
  );
}

/** A page of text that scrolls when it is longer than the screen. */
export function LinesPage({ title, note = '', lines: source, text, onDone }: LinesPageProps) {
  const tui = useTui();
  const { width, height } = useArea();
  const lines = typeof source === 'function' ? source(width - 2) : source;
  const { top, moves } = useScroll(lines.length, height - 2);
  useKeys(keymaps.lines, { ...moves, back: onDone, ...(text === undefined ? {} : { copyRow: () => tui.copy(text) }) });
  return <LinesView title={title} note={note} lines={lines} top={top} />;
}
