import { Text } from 'ink';
import SelectInput from 'ink-select-input';
import { useReducer } from 'react';
import { keymaps } from '../keymap.ts';
import type { Key } from '../terminal/key.ts';
import { accent, dim } from './colours.ts';
import { cell, cut, widthOf } from './marks.ts';
import { Sheet } from './sheet.tsx';
import { useArea, useTui } from './tui-context.ts';
import { useKeys } from './use-keys.ts';

export interface MenuItem<V> {
  readonly label: string;
  readonly value: V;
  /** Stands dimmed behind the label. */
  readonly note?: string;
  /** Why it cannot be chosen now. */
  readonly refusal?: string;
}

/** What chooses an entry, by its place: digits, then letters that mean nothing else in a menu. */
const shortcuts = '123456789abcdefgimnoprstuvwxyz';

/** Lines that a menu of so many entries takes; the screen behind it stays in sight. */
export function menuHeight(count: number): number {
  return Math.min(count, 12) + 1;
}

interface RowProps {
  readonly label: string;
  readonly isSelected?: boolean;
}

function Indicator({ isSelected = false }: { isSelected?: boolean }) {
  const { marks } = useTui();
  return <Text color={accent}>{isSelected ? `${marks.pointer} ` : '  '}</Text>;
}

function Row({ label, isSelected = false }: RowProps) {
  const [words = '', note = '', closed = ''] = label.split('\u0000');
  if (closed !== '') return <Text>{dim(words + note)}</Text>;
  return (
    <Text>
      <Text bold={isSelected} {...(isSelected ? { color: accent } : {})}>
        {words}
      </Text>
      {dim(note)}
    </Text>
  );
}

export interface MenuProps<V> {
  readonly title: string;
  readonly items: readonly MenuItem<V>[];
  readonly initial?: number;
  /** Lines that stand over the entries. */
  readonly text?: readonly string[];
  readonly onDone: (value: V | null) => void;
}

/** A menu at the foot of the screen. An entry that is closed says why when it is chosen. */
export function Menu<V extends string | number>({ title, items, initial = 0, text = [], onDone }: MenuProps<V>) {
  const { say, marks } = useTui();
  const { width, height } = useArea();
  const choose = (value: V) => {
    const item = items.find((one) => one.value === value);
    if (item?.refusal) say(item.refusal, 'warn');
    else onDone(value);
  };
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // The widget listens anew after each key, once React is done with the last one: a redraw makes sure that it is.
  const otherwise = (key: Key) => {
    redraw();
    const item = key.name.length === 1 ? items[shortcuts.indexOf(key.name)] : undefined;
    if (!item) return false;
    choose(item.value);
    return true;
  };
  useKeys(keymaps.menu, { choose: 'forward', back: () => onDone(null) }, { forward: true, otherwise });
  const widest = Math.min(28, Math.max(0, ...items.map((item) => widthOf(item.label))));
  const rows = items.map((item, at) => {
    const note = item.refusal ?? item.note ?? '';
    const number = `${shortcuts[at] ?? ' '} `;
    const words = number + cell(item.label, widest, marks);
    const room = width - 6 - widthOf(words);
    return {
      key: String(item.value),
      value: item.value,
      label: [words, note === '' ? '' : `  ${cut(note, room - 2, marks)}`, item.refusal ? 'x' : ''].join('\u0000'),
    };
  });
  return (
    <Sheet title={title}>
      {text.length > 0 && <Text>{text.join('\n')}</Text>}
      <SelectInput
        items={rows}
        limit={Math.max(1, height - 1 - text.length)}
        initialIndex={initial}
        indicatorComponent={Indicator}
        itemComponent={Row}
        onSelect={(item) => choose(item.value)}
      />
    </Sheet>
  );
}
