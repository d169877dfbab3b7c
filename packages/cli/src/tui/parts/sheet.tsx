import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { renderAccent, renderBold, renderDim } from './colors.ts';
import { cut, measureWidth } from './marks.ts';
import { useArea, useTui } from './tui-context.ts';

/** A sheet at the bottom of the screen: a title line, then its content. */
export function Sheet({ title, note = '', children }: { title: string; note?: string; children: ReactNode }) {
  const { marks } = useTui();
  const { width, height } = useArea();
  const head = cut(title, width - 8, marks);
  const tail = cut(note, Math.max(0, width - measureWidth(head) - 9), marks);
  const space = Math.max(0, width - 4 - measureWidth(head) - (tail === '' ? 0 : measureWidth(tail) + 2));
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden" flexShrink={0}>
      <Text>
        {renderDim(marks.line.repeat(2))} {renderAccent(renderBold(head))} {renderDim(marks.line.repeat(space))}
        {tail === '' ? '' : renderDim(` ${tail} `)}
      </Text>
      <Box flexDirection="column" paddingX={1} height={height - 1} overflow="hidden">
        {children}
      </Box>
    </Box>
  );
}
