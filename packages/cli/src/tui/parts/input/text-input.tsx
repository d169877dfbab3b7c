import { Box, type DOMElement, Text } from 'ink';
import { useRef } from 'react';
import { clip, measureWidth } from '../../../output/wrap-text.ts';
import { renderDim } from '../colors.ts';
import { useTui } from '../tui-context.ts';
import type { EditedText } from './edited-text.ts';
import { useCursorAt } from './use-cursor-at.ts';

export interface TextInputProps {
  readonly text: EditedText;
  readonly width: number;
  readonly active: boolean;
  readonly hidden?: boolean;
  readonly placeholder?: string;
}

/** The part of a line that is in sight: it ends at the cursor when the line is longer than the box. */
export function getVisiblePart(text: EditedText, width: number): { shown: string; column: number } {
  const head = text.value.slice(0, text.at);
  if (measureWidth(head) < width) return { shown: clip(text.value, width, ''), column: measureWidth(head) };
  let cut = 0;
  while (measureWidth(head.slice(cut)) >= width) cut += 1;
  const shown = clip(text.value.slice(cut), width, '');
  return { shown, column: measureWidth(head.slice(cut)) };
}

const printable = (value: string) => value.replace(/[\u0000-\u001f\u007f-\u009f]/g, ' ');

/** One line of typed text, with the terminal's cursor in it. Keys come from whoever owns the text. */
export function TextInput({ text, width, active, hidden = false, placeholder = '' }: TextInputProps) {
  const { marks } = useTui();
  const box = useRef<DOMElement | null>(null);
  const value = hidden ? marks.hidden.repeat([...text.value].length) : printable(text.value);
  const at = hidden ? [...text.value.slice(0, text.at)].length : text.at;
  const { shown, column } = getVisiblePart({ value, at }, Math.max(2, width));
  useCursorAt(box, column, 0, active);
  return (
    <Box ref={box} width={width} height={1} flexShrink={0}>
      <Text wrap="truncate">{shown === '' ? renderDim(clip(placeholder, Math.max(0, width - 1))) || ' ' : shown}</Text>
    </Box>
  );
}
