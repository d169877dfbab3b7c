import { Box, type DOMElement, Text } from 'ink';
import { useRef } from 'react';
import { measureWidth, wrapText } from '../../../output/wrap-text.ts';
import { renderDim } from '../colors.ts';
import { getWindowStart } from '../viewport.ts';
import type { EditableText } from './editable-text.ts';
import { useCursorAt } from './use-cursor-at.ts';

export interface TextAreaProps {
  readonly text: EditableText;
  readonly width: number;
  readonly height: number;
  readonly active: boolean;
  readonly placeholder?: string;
}

/** Wraps text to a width; returns its lines and the position of the cursor in them. */
export function layoutText(text: EditableText, width: number): { lines: string[]; line: number; column: number } {
  const head = wrapText(text.value.slice(0, text.cursor), width);
  const line = head.length - 1;
  return { lines: wrapText(text.value, width), line, column: Math.min(width - 1, measureWidth(head[line] ?? '')) };
}

/** A multiline input. It shows the line of the cursor, or the start of the text while it is inactive. */
export function TextArea({ text, width, height, active, placeholder = '' }: TextAreaProps) {
  const box = useRef<DOMElement | null>(null);
  const { lines, line, column } = layoutText(text, width);
  const start = active ? getWindowStart(line, lines.length, height, 0) : 0;
  useCursorAt(box, column, line - start, active);
  const shown = lines.slice(start, start + height).join('\n');
  return (
    <Box ref={box} width={width} height={height} flexShrink={0} overflow="hidden">
      <Text>{text.value === '' ? renderDim(placeholder) || ' ' : shown || ' '}</Text>
    </Box>
  );
}
