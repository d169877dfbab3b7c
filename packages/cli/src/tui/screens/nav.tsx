import { Box, Text } from 'ink';
import { useState } from 'react';
import { keymaps } from '../keys/keymap.ts';
import { highlightSelected, renderAccent, renderBold, renderDim } from '../parts/colors.ts';
import { cut, padCell } from '../parts/marks.ts';
import { useArea, useTui } from '../parts/tui-context.ts';
import { useKeys } from '../parts/use-keys.ts';
import { getWindowStart, type Step, stepIndex } from '../parts/viewport.ts';
import type { NavEntry } from './navigation-targets.ts';

export interface NavProps {
  readonly entries: readonly NavEntry[];
  readonly path: string;
  readonly focused: boolean;
  /** Called with the chosen path, or with null to return to the screen. */
  readonly onDone: (path: string | null) => void;
}

/** The navigation at the left. It handles keys only while it is focused. */
export function Nav({ entries, path, focused, onDone }: NavProps) {
  const { marks } = useTui();
  const { width, height } = useArea();
  const current = Math.max(
    0,
    entries.findIndex((entry) => entry.screen.path === path),
  );
  const [position, setPosition] = useState<number | null>(null);
  const at = focused ? (position ?? current) : current;
  const step = (by: Step) => () => setPosition((previous) => stepIndex(previous ?? current, by, entries.length, 10));
  const close = (to: string | null) => {
    setPosition(null);
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
      open: () => close(entries[at]?.screen.path ?? null),
      back: () => close(null),
    },
    { active: focused, layer: 2 },
  );
  const innerWidth = width - 2;
  const lines: string[] = [];
  let chosenLine = 0;
  entries.forEach((entry, index) => {
    if (entry.area !== null) lines.push(` ${renderDim(cut(entry.area, innerWidth - 1, marks))}`);
    const text = padCell(`  ${entry.label}`, innerWidth - 1, marks);
    if (index === at) chosenLine = lines.length;
    if (index === at)
      lines.push(
        focused
          ? highlightSelected(`${marks.pointer}${text}`)
          : `${renderAccent(marks.pointer)}${renderAccent(renderBold(text))}`,
      );
    else lines.push(` ${text}`);
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
