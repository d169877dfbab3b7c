import { Box, Text } from 'ink';
import { useState } from 'react';
import { keymaps } from '../keys/keymap.ts';
import { highlightSelected, renderAccent, renderBold, renderDim } from '../parts/colors.ts';
import { cut, padCell } from '../parts/marks.ts';
import { useArea, useTui } from '../parts/tui-context.ts';
import { useKeys } from '../parts/use-keys.ts';
import { getWindowStart, type Step, stepIndex } from '../parts/viewport.ts';
import type { NavEntry } from './places.ts';

export interface NavProps {
  readonly entries: readonly NavEntry[];
  readonly path: string;
  readonly focused: boolean;
  /** A path that was chosen, or null to go back to the screen. */
  readonly onDone: (path: string | null) => void;
}

/** The menu of the product at the left; it takes keys only while it is focused. */
export function Nav({ entries, path, focused, onDone }: NavProps) {
  const { marks } = useTui();
  const { width, height } = useArea();
  const current = Math.max(
    0,
    entries.findIndex((entry) => entry.screen.path === path),
  );
  const [place, setPlace] = useState<number | null>(null);
  const at = focused ? (place ?? current) : current;
  const step = (by: Step) => () => setPlace((known) => stepIndex(known ?? current, by, entries.length, 10));
  const leave = (to: string | null) => {
    setPlace(null);
    onDone(to);
  };
  useKeys(
    keymaps.nav,
    {
      down: step('down'),
      up: step('up'),
      pageDown: step('pageDown'),
      pageUp: step('pageUp'),
      top: step('top'),
      bottom: step('bottom'),
      open: () => leave(entries[at]?.screen.path ?? null),
      back: () => leave(null),
    },
    { active: focused, layer: 2 },
  );
  const inner = width - 2;
  const lines: string[] = [];
  let chosenLine = 0;
  entries.forEach((entry, one) => {
    if (entry.area !== null) lines.push(` ${renderDim(cut(entry.area, inner - 1, marks))}`);
    const words = padCell(`  ${entry.label}`, inner - 1, marks);
    if (one === at) chosenLine = lines.length;
    if (one === at)
      lines.push(
        focused
          ? highlightSelected(`${marks.pointer}${words}`)
          : `${renderAccent(marks.pointer)}${renderAccent(renderBold(words))}`,
      );
    else lines.push(` ${words}`);
  });
  const start = getWindowStart(chosenLine, lines.length, height, 0);
  const rule = Array.from({ length: height }, () => renderDim(marks.verticalLine)).join('\n');
  return (
    <Box width={width} height={height} flexShrink={0}>
      <Box width={width - 1} height={height} overflow="hidden">
        <Text>{lines.slice(start, start + height).join('\n')}</Text>
      </Box>
      <Text>{rule}</Text>
    </Box>
  );
}
