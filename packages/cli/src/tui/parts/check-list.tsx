import { Text } from 'ink';
import { useState } from 'react';
import { keymaps } from '../keys/keymap.ts';
import { renderAccent, renderBold } from './colors.ts';
import { cut } from './marks.ts';
import { Sheet } from './sheet.tsx';
import { useArea, useTui } from './tui-context.ts';
import { useKeys } from './use-keys.ts';
import { clampIndex, getWindowStart } from './viewport.ts';

export interface CheckListProps {
  readonly title: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly picked: readonly string[];
  readonly onDone: (picked: readonly string[] | null) => void;
}

/** A list with checkboxes: Space toggles an option, Enter returns the checked ones in the order of the options. */
export function CheckList({ title, options, picked, onDone }: CheckListProps) {
  const { marks } = useTui();
  const { width, height } = useArea();
  const [at, setAt] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(picked));
  const toggle = () =>
    setChosen((current) => {
      const next = new Set(current);
      const value = options[at]?.value ?? '';
      if (!next.delete(value)) next.add(value);
      return next;
    });
  useKeys(keymaps.checkList, {
    down: () => setAt((current) => clampIndex(current + 1, options.length)),
    up: () => setAt((current) => clampIndex(current - 1, options.length)),
    toggle,
    accept: () => onDone(options.map((option) => option.value).filter((value) => chosen.has(value))),
    back: () => onDone(null),
  });
  const start = getWindowStart(at, options.length, height - 1, 0);
  const lines = options.slice(start, start + height - 1).map((option, offset) => {
    const isCurrent = start + offset === at;
    const mark = chosen.has(option.value) ? marks.on : marks.off;
    const text = cut(`${mark} ${option.label}`, width - 4, marks);
    return `${isCurrent ? renderAccent(marks.pointer) : ' '} ${isCurrent ? renderAccent(renderBold(text)) : text}`;
  });
  return (
    <Sheet title={title}>
      <Text>{lines.join('\n')}</Text>
    </Sheet>
  );
}
