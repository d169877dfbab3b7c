import { Box, Text } from 'ink';
import { useState } from 'react';
import { wrapText } from '../../output/wrap-text.ts';
import { keymaps } from '../keys/keymap.ts';
import { applyTone, renderDim } from './colors.ts';
import { applyKey, createEditableText } from './input/editable-text.ts';
import { TextInput } from './input/text-input.tsx';
import { measureWidth } from './marks.ts';
import { Sheet } from './sheet.tsx';
import { useArea } from './tui-context.ts';
import { useKeys } from './use-keys.ts';

export interface PromptProps {
  readonly title: string;
  readonly label: string;
  readonly value?: string;
  readonly hint?: string;
  readonly hidden?: boolean;
  /** Returns what is wrong with a value, or null when it is valid. */
  readonly check?: (value: string) => string | null;
  readonly onDone: (value: string | null) => void;
}

/** The height of a prompt in lines: its title, the input, and the hint or problem. */
export const promptHeight = 3;

/** Minimum width of an input next to its label, in columns. */
const minInputWidth = 12;

/** Wraps the label. The input follows its last line, or has a line of its own when there is no room for it. */
function wrapLabel(label: string, width: number): string[] {
  const lines = wrapText(`${label} `, width - 2, true);
  return measureWidth(lines.at(-1) ?? '') > width - 2 - minInputWidth ? [...lines, ''] : lines;
}
const wrapHint = (hint: string, width: number) => wrapText(hint, width - 2, true);

/** The height of a prompt whose label or hint may be long, as a function of its width. */
export const getPromptHeight = (label: string, hint: string) => (width: number) =>
  1 + wrapLabel(label, width).length + wrapHint(hint, width).length;

/** An input of one line at the bottom of the screen. */
export function Prompt({ title, label, value = '', hint = '', hidden = false, check, onDone }: PromptProps) {
  const { width } = useArea();
  const [text, setText] = useState(() => createEditableText(value));
  const [rejection, setRejection] = useState<string | null>(null);
  const accept = () => {
    const problem = check?.(text.value) ?? null;
    if (problem === null) onDone(text.value);
    else setRejection(problem);
  };
  useKeys(
    keymaps.prompt,
    { accept, back: () => onDone(null) },
    {
      text: true,
      fallback: (key) => {
        setText((current) => applyKey(current, key) ?? current);
        setRejection(null);
        return true;
      },
    },
  );
  const lines = wrapLabel(label, width);
  const head = lines.at(-1) ?? '';
  const above = lines.slice(0, -1);
  const below = wrapHint(rejection ?? hint, width).map((line) =>
    rejection === null ? renderDim(line) : applyTone(line, 'bad'),
  );
  return (
    <Sheet title={title}>
      {above.length > 0 && <Text>{above.join('\n')}</Text>}
      <Box height={1}>
        <Text>{head}</Text>
        <TextInput text={text} width={Math.max(4, width - 3 - measureWidth(head))} active hidden={hidden} />
      </Box>
      <Text>{below.join('\n') || ' '}</Text>
    </Sheet>
  );
}
