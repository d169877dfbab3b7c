import { Text } from 'ink';
import { useState } from 'react';
import { keymaps } from '../keys/keymap.ts';
import { renderBlue, renderBold } from './colors.ts';
import { cut } from './marks.ts';
import { Sheet } from './sheet.tsx';
import { useArea, useTui } from './tui-context.ts';
import { useKeys } from './use-keys.ts';
import { clampIndex, getWindowStart } from './viewport.ts';

export interface PicksProps {
  readonly title: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly picked: readonly string[];
  readonly onDone: (picked: readonly string[] | null) => void;
}

/** Several of some options: space marks, Enter takes them, in the order of the options. */
export function Picks({ title, options, picked, onDone }: PicksProps) {
  const { marks } = useTui();
  const { width, height } = useArea();
  const [at, setAt] = useState(0);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(picked));
  const toggle = () =>
    setChosen((known) => {
      const next = new Set(known);
      const value = options[at]?.value ?? '';
      if (!next.delete(value)) next.add(value);
      return next;
    });
  useKeys(keymaps.picks, {
    down: () => setAt((place) => clampIndex(place + 1, options.length)),
    up: () => setAt((place) => clampIndex(place - 1, options.length)),
    toggle,
    accept: () => onDone(options.map((option) => option.value).filter((value) => chosen.has(value))),
    back: () => onDone(null),
  });
  const start = getWindowStart(at, options.length, height - 1, 0);
  const lines = options.slice(start, start + height - 1).map((option, place) => {
    const here = start + place === at;
    const mark = chosen.has(option.value) ? marks.on : marks.off;
    const words = cut(`${mark} ${option.label}`, width - 4, marks);
    return `${here ? renderBlue(marks.pointer) : ' '} ${here ? renderBlue(renderBold(words)) : words}`;
  });
  return (
    <Sheet title={title}>
      <Text>{lines.join('\n')}</Text>
    </Sheet>
  );
}
