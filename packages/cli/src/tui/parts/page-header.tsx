import type { Tone } from '@gantry/core';
import { Box, Text } from 'ink';
import { applyTone, renderAccent, renderBold, renderDim } from './colors.ts';
import { cut, measureWidth } from './marks.ts';
import { useArea, useTui } from './tui-context.ts';

export interface PageHeaderProps {
  readonly title: string;
  /** Shown at the right. */
  readonly note?: string;
  /** The status, next to the title. */
  readonly state?: { readonly text: string; readonly tone: Tone | null };
}

/** The two lines at the top of a page: its title and a rule. */
export function PageHeader({ title, note = '', state }: PageHeaderProps) {
  const { marks } = useTui();
  const { width } = useArea();
  const tail = cut(note, Math.max(0, Math.floor(width / 2)), marks);
  const status = state?.text ? `  ${marks.dot} ${cut(state.text, Math.floor(width / 4), marks)}` : '';
  const head = cut(title, Math.max(0, width - measureWidth(tail) - measureWidth(status) - 4), marks);
  const space = ' '.repeat(Math.max(1, width - 2 - measureWidth(head) - measureWidth(status) - measureWidth(tail)));
  return (
    <Box flexDirection="column" height={2} flexShrink={0}>
      <Text>{` ${renderAccent(renderBold(head))}${applyTone(status, state?.tone ?? null)}${space}${renderDim(tail)} `}</Text>
      <Text>{renderDim(marks.line.repeat(width))}</Text>
    </Box>
  );
}
