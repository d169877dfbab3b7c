import { Box, Text } from 'ink';
import type { ReactNode } from 'react';
import { renderAccent, renderBold, renderDim } from './colors.ts';
import { cut, type Marks, measureWidth, padCell } from './marks.ts';
import { useTui } from './tui-context.ts';

/** Draws a share between 0 and 1 as a bar of `width` columns. */
export function drawBar(share: number, width: number, marks: Marks): string {
  const filled = Math.round(Math.max(0, Math.min(1, share)) * width);
  return marks.full.repeat(filled) + marks.rest.repeat(Math.max(0, width - filled));
}

const blockCharacters = ' ▁▂▃▄▅▆▇█';

/**
 * Draws values as a column chart of several lines; the greatest value has the full height. Returns no lines for accessible
 * output.
 */
export function drawColumnChart(values: readonly number[], lines: number, columnWidth: number, marks: Marks): string[] {
  if (marks.accessible) return [];
  const top = Math.max(1, ...values);
  return Array.from({ length: lines }, (_, line) => {
    const floor = lines - 1 - line;
    const renderValue = (value: number) => {
      const level = Math.max(value > 0 && floor === 0 ? 1 : 0, Math.round((value / top) * lines * 8) - floor * 8);
      const character = marks.plain
        ? level >= 4
          ? '#'
          : level > 0
            ? '.'
            : ' '
        : (blockCharacters[Math.max(0, Math.min(8, level))] ?? ' ');
      return padCell(character.repeat(Math.max(1, columnWidth - 1)), columnWidth, marks);
    };
    return values.map(renderValue).join('');
  });
}

export interface PanelProps {
  readonly title: string;
  /** Shown at the right end of the title line. */
  readonly note?: string;
  readonly width: number;
  readonly height: number;
  readonly children: ReactNode;
}

function renderTitleLine(title: string, note: string, width: number, marks: Marks): string {
  const [left, right] = marks.corners;
  const tail = note === '' ? '' : ` ${cut(note, Math.max(0, width - 12), marks)} `;
  const head = cut(title, Math.max(0, width - 6 - measureWidth(tail)), marks);
  const rule = marks.line.repeat(Math.max(0, width - 5 - measureWidth(head) - measureWidth(tail)));
  return `${renderDim(left + marks.line)} ${renderAccent(renderBold(head))} ${renderDim(rule)}${renderDim(tail)}${renderDim(right)}`;
}

/** Minimum height of a panel, in lines: its frame and one line. A lower panel is not drawn. */
export const minPanelHeight = 3;

/** A frame with its title in the top line. Its content has `width - 4` columns and `height - 2` lines. */
export function Panel({ title, note = '', width, height, children }: PanelProps) {
  const { marks } = useTui();
  if (height < minPanelHeight) return null;
  const side = renderDim(marks.verticalLine);
  const sides = Array.from({ length: Math.max(0, height - 2) }, () => side).join('\n');
  const bottom = marks.corners[2] + marks.line.repeat(Math.max(0, width - 2)) + marks.corners[3];
  return (
    <Box flexDirection="column" width={width} height={height} flexShrink={0} overflow="hidden">
      <Text>{renderTitleLine(title, note, width, marks)}</Text>
      <Box height={height - 2} flexShrink={0}>
        <Text>{sides}</Text>
        <Box width={width - 2} paddingX={1} flexDirection="column" overflow="hidden">
          {children}
        </Box>
        <Text>{sides}</Text>
      </Box>
      <Text>{renderDim(bottom)}</Text>
    </Box>
  );
}
