import type { Tone } from '@gantry/core';
import { Box, Text } from 'ink';
import { applyTone, renderBlue, renderBold, renderDim } from './colors.ts';
import { cut, measureWidth } from './marks.ts';
import { useArea, useTui } from './tui-context.ts';

export interface PageHeadProps {
  readonly title: string;
  /** At the right. */
  readonly note?: string;
  /** The status, next to the title. */
  readonly state?: { readonly text: string; readonly tone: Tone | null };
}

/** The two lines over a page: what it is, and a rule. */
export function PageHead({ title, note = '', state }: PageHeadProps) {
  const { marks } = useTui();
  const { width } = useArea();
  const tail = cut(note, Math.max(0, Math.floor(width / 2)), marks);
  const said = state?.text ? `  ${marks.dot} ${cut(state.text, Math.floor(width / 4), marks)}` : '';
  const head = cut(title, Math.max(0, width - measureWidth(tail) - measureWidth(said) - 4), marks);
  const space = ' '.repeat(Math.max(1, width - 2 - measureWidth(head) - measureWidth(said) - measureWidth(tail)));
  return (
    <Box flexDirection="column" height={2} flexShrink={0}>
      <Text>{` ${renderBlue(renderBold(head))}${applyTone(said, state?.tone ?? null)}${space}${renderDim(tail)} `}</Text>
      <Text>{renderDim(marks.line.repeat(width))}</Text>
    </Box>
  );
}
