import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { blue, bold, dim } from './colours.ts';
import { cut, widthOf } from './marks.ts';
import { useArea, useTui } from './tui-context.ts';

/** What is docked at the foot: a line with its title, then its content. */
export function Sheet({ title, note = '', children }: { title: string; note?: string; children: ReactNode }) {
  const { marks } = useTui();
  const { width, height } = useArea();
  const head = cut(title, width - 8, marks);
  const tail = cut(note, Math.max(0, width - widthOf(head) - 9), marks);
  const room = Math.max(0, width - 4 - widthOf(head) - (tail === '' ? 0 : widthOf(tail) + 2));
  return (
    <Box flexDirection="column" width={width} height={height} overflow="hidden" flexShrink={0}>
      <Text>
        {dim(marks.line.repeat(2))} {blue(bold(head))} {dim(marks.line.repeat(room))}
        {tail === '' ? '' : dim(` ${tail} `)}
      </Text>
      <Box flexDirection="column" paddingX={1} height={height - 1} overflow="hidden">
        {children}
      </Box>
    </Box>
  );
}
