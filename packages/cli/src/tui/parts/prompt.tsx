import { Box, Text } from 'ink';
import { useState } from 'react';
import { wrapText } from '../../output/wrap-text.ts';
import { keymaps } from '../keymap.ts';
import { dim, toned } from './colours.ts';
import { editedText, pressIn } from './edited-text.ts';
import { widthOf } from './marks.ts';
import { Sheet } from './sheet.tsx';
import { TextInput } from './text-input.tsx';
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

/** Lines of a prompt: its title, the input, the hint or refusal. */
export const promptHeight = 3;

/** Columns that an input needs at least beside its label. */
const leastInput = 12;

/** The label over as many lines as it needs; the input stands behind the last, or below them when there is no room. */
function labelLines(label: string, width: number): string[] {
  const lines = wrapText(`${label} `, width - 2, true);
  return widthOf(lines.at(-1) ?? '') > width - 2 - leastInput ? [...lines, ''] : lines;
}
const hintLines = (hint: string, width: number) => wrapText(hint, width - 2, true);

/** Lines of a prompt whose label or hint may be long. */
export const promptRoom = (label: string, hint: string) => (width: number) =>
  1 + labelLines(label, width).length + hintLines(hint, width).length;

/** One line that is asked for at the foot of the screen. */
export function Prompt({ title, label, value = '', hint = '', hidden = false, check, onDone }: PromptProps) {
  const { width } = useArea();
  const [text, setText] = useState(() => editedText(value));
  const [refusal, setRefusal] = useState<string | null>(null);
  const accept = () => {
    const found = check?.(text.value) ?? null;
    if (found === null) onDone(text.value);
    else setRefusal(found);
  };
  useKeys(
    keymaps.prompt,
    { accept, back: () => onDone(null) },
    {
      text: true,
      otherwise: (key) => {
        setText((known) => pressIn(known, key) ?? known);
        setRefusal(null);
        return true;
      },
    },
  );
  const lines = labelLines(label, width);
  const head = lines.at(-1) ?? '';
  const above = lines.slice(0, -1);
  const below = hintLines(refusal ?? hint, width).map((line) => (refusal === null ? dim(line) : toned(line, 'bad')));
  return (
    <Sheet title={title}>
      {above.length > 0 && <Text>{above.join('\n')}</Text>}
      <Box height={1}>
        <Text>{head}</Text>
        <TextInput text={text} width={Math.max(4, width - 3 - widthOf(head))} active hidden={hidden} />
      </Box>
      <Text>{below.join('\n') || ' '}</Text>
    </Sheet>
  );
}
