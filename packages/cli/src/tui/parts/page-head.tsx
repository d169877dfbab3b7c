import { Box, Text } from 'ink';
import { blue, bold, dim } from './colours.ts';
import { cut, widthOf } from './marks.ts';
import { useArea, useTui } from './tui-context.ts';

/** The two lines over a page: what it is, and a rule. */
export function PageHead({ title, note = '' }: { title: string; note?: string }) {
  const { marks } = useTui();
  const { width } = useArea();
  const tail = cut(note, Math.max(0, Math.floor(width / 2)), marks);
  const head = cut(title, Math.max(0, width - widthOf(tail) - 4), marks);
  const space = ' '.repeat(Math.max(1, width - 2 - widthOf(head) - widthOf(tail)));
  return (
    <Box flexDirection="column" height={2} flexShrink={0}>
      <Text>{` ${blue(bold(head))}${space}${dim(tail)} `}</Text>
      <Text>{dim(marks.line.repeat(width))}</Text>
    </Box>
  );
}
