import { Box, Text } from 'ink';
import { useState } from 'react';
import { wrapText } from '../../output/wrap-text.ts';
import { keymaps } from '../keys/keymap.ts';
import { applyTone, renderDim } from './colors.ts';
import { applyKey, createEditedText } from './input/edited-text.ts';
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
  /** Words against a value, or null when it is good. */
  readonly check?: (value: string) => string | null;
  readonly onDone: (value: string | null) => void;
}

/** Lines of a prompt: its title, the input, the hint or rejection. */
export const promptHeight = 3;

/** Minimum columns of an input next to its label. */
const minInputWidth = 12;

/** The label over as many lines as it needs; the input stands behind the last, or below them when there is no room. */
function labelLines(label: string, width: number): string[] {
  const lines = wrapText(`${label} `, width - 2, true);
  return measureWidth(lines.at(-1) ?? '') > width - 2 - minInputWidth ? [...lines, ''] : lines;
}
const hintLines = (hint: string, width: number) => wrapText(hint, width - 2, true);

/** Lines of a prompt whose label or hint may be long. */
export const getPromptHeight = (label: string, hint: string) => (width: number) =>
  1 + labelLines(label, width).length + hintLines(hint, width).length;

/** One line that is asked for at the foot of the screen. */
export function Prompt({ title, label, value = '', hint = '', hidden = false, check, onDone }: PromptProps) {
  const { width } = useArea();
  const [text, setText] = useState(() => createEditedText(value));
  const [rejection, setRejection] = useState<string | null>(null);
  const accept = () => {
    const found = check?.(text.value) ?? null;
    if (found === null) onDone(text.value);
    else setRejection(found);
  };
  useKeys(
    keymaps.prompt,
    { accept, back: () => onDone(null) },
    {
      text: true,
      otherwise: (key) => {
        setText((known) => applyKey(known, key) ?? known);
        setRejection(null);
        return true;
      },
    },
  );
  const lines = labelLines(label, width);
  const head = lines.at(-1) ?? '';
  const above = lines.slice(0, -1);
  const below = hintLines(rejection ?? hint, width).map((line) =>
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
