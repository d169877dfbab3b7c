import { Box, type DOMElement, Text } from 'ink';
import { useRef } from 'react';
import { measureWidth, wrapText } from '../../../output/wrap-text.ts';
import { renderDim } from '../colors.ts';
import { getWindowStart } from '../viewport.ts';
import type { EditedText } from './edited-text.ts';
import { useCursorAt } from './use-cursor-at.ts';

export interface TextAreaProps {
  readonly text: EditedText;
  readonly width: number;
  readonly height: number;
  readonly active: boolean;
  readonly placeholder?: string;
}

/** Lines of a text wrapped to a width, and where the cursor stands among them. */
export function layText(text: EditedText, width: number): { lines: string[]; line: number; column: number } {
  const head = wrapText(text.value.slice(0, text.at), width);
  const line = head.length - 1;
  return { lines: wrapText(text.value, width), line, column: Math.min(width - 1, measureWidth(head[line] ?? '')) };
}

/** Several lines of typed text; the line of the cursor stays in sight, or the start while the input is inactive. */
export function TextArea({ text, width, height, active, placeholder = '' }: TextAreaProps) {
  const box = useRef<DOMElement | null>(null);
  const { lines, line, column } = layText(text, width);
  const start = active ? getWindowStart(line, lines.length, height, 0) : 0;
  useCursorAt(box, column, line - start, active);
  const shown = lines.slice(start, start + height).join('\n');
  return (
    <Box ref={box} width={width} height={height} flexShrink={0} overflow="hidden">
      <Text>{text.value === '' ? renderDim(placeholder) || ' ' : shown || ' '}</Text>
    </Box>
  );
}
