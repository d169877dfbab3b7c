import { Box, Text } from 'ink';
import { useState } from 'react';
import { keymaps } from '../keymap.ts';
import { dim, toned } from './colours.ts';
import { editedText, pressIn } from './edited-text.ts';
import { cut, widthOf } from './marks.ts';
import { Sheet } from './sheet.tsx';
import { TextInput } from './text-input.tsx';
import { useArea, useTui } from './tui-context.ts';
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

/** One line that is asked for at the foot of the screen. */
export function Prompt({ title, label, value = '', hint = '', hidden = false, check, onDone }: PromptProps) {
  const { marks } = useTui();
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
  const head = `${label} `;
  return (
    <Sheet title={title}>
      <Box height={1}>
        <Text>{head}</Text>
        <TextInput text={text} width={Math.max(4, width - 3 - widthOf(head))} active hidden={hidden} />
      </Box>
      <Text>{refusal ? toned(cut(refusal, width - 2, marks), 'bad') : dim(cut(hint, width - 2, marks)) || ' '}</Text>
    </Sheet>
  );
}
