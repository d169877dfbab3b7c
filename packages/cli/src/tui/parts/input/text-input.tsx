import { Box, type DOMElement, Text } from 'ink';
import { useRef } from 'react';
import { clip, measureWidth } from '../../../output/wrap-text.ts';
import { renderDim } from '../colors.ts';
import { useTui } from '../tui-context.ts';
import type { EditableText } from './editable-text.ts';
import { useCursorAt } from './use-cursor-at.ts';

export interface TextInputProps {
  readonly text: EditableText;
  readonly width: number;
  readonly active: boolean;
  readonly hidden?: boolean;
  readonly placeholder?: string;
}

/** The visible part of a line: it ends at the cursor when the text before the cursor is wider than the box. */
export function getVisiblePart(text: EditableText, width: number): { shown: string; column: number } {
  const head = text.value.slice(0, text.cursor);
  if (measureWidth(head) < width) return { shown: clip(text.value, width, ''), column: measureWidth(head) };
  let skipped = 0;
  while (measureWidth(head.slice(skipped)) >= width) skipped += 1;
  const shown = clip(text.value.slice(skipped), width, '');
  return { shown, column: measureWidth(head.slice(skipped)) };
}

const replaceControls = (value: string) => value.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');

/** A single-line input that shows the terminal's cursor. The owner of the text handles the keys. */
export function TextInput({ text, width, active, hidden = false, placeholder = '' }: TextInputProps) {
  const { marks } = useTui();
  const box = useRef<DOMElement | null>(null);
  const value = hidden ? marks.hidden.repeat([...text.value].length) : replaceControls(text.value);
  const cursor = hidden ? [...text.value.slice(0, text.cursor)].length : text.cursor;
  const { shown, column } = getVisiblePart({ value, cursor }, Math.max(2, width));
  useCursorAt(box, column, 0, active);
  return (
    <Box ref={box} width={width} height={1} flexShrink={0}>
      <Text wrap="truncate">{shown === '' ? renderDim(clip(placeholder, Math.max(0, width - 1))) || ' ' : shown}</Text>
    </Box>
  );
}
