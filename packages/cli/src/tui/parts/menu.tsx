import { Box, Text } from 'ink';
import SelectInput from 'ink-select-input';
import { useReducer, useState } from 'react';
import { wrapText } from '../../output/wrap-text.ts';
import type { Key } from '../driver/key-hub.ts';
import { keymaps } from '../keys/keymap.ts';
import { getAccent, renderDim } from './colors.ts';
import { cut, measureWidth, padCell } from './marks.ts';
import { Sheet } from './sheet.tsx';
import { useArea, useTui } from './tui-context.ts';
import { useKeys } from './use-keys.ts';

export interface MenuItem<V> {
  readonly label: string;
  readonly value: V;
  /** Stands dimmed behind the label. */
  readonly note?: string;
  /** Why it cannot be chosen now. */
  readonly rejection?: string;
}

/** What chooses an entry, by its place: digits, then letters that mean nothing else in a menu. */
const shortcuts = '123456789abcdefgimnoprstuvwxyz';

/** Lines that a menu of so many entries takes; the screen behind it stays in sight. */
export function measureMenuHeight(count: number): number {
  return Math.min(count, 12) + 1;
}

type Noted = Pick<MenuItem<unknown>, 'label' | 'note' | 'rejection'>;
const noteOf = ({ note = '', rejection }: Noted) => rejection ?? note;
const wordsWidth = (items: readonly Noted[]) =>
  Math.min(28, Math.max(0, ...items.map(({ label }) => measureWidth(label))));
/** Columns for a note next to its entry. */
const noteWidth = (items: readonly Noted[], width: number) => width - 10 - wordsWidth(items);
/** Lines of the longest note, at most. */
const maxNoteLines = 3;

/** Lines at the bottom that show the note of the chosen entry in full; none while every note fits next to its entry. */
function noteLines(items: readonly Noted[], width: number): number {
  const extra = noteWidth(items, width);
  const long = items.map(noteOf).filter((note) => measureWidth(note) > extra);
  return Math.min(maxNoteLines, Math.max(0, ...long.map((note) => wrapText(note, width - 2, true).length)));
}

/** Lines that a menu takes whose entries may have long notes. */
export const getMenuHeight = (items: readonly Noted[]) => (width: number) =>
  measureMenuHeight(items.length) + noteLines(items, width);

interface RowProps {
  readonly label: string;
  readonly isSelected?: boolean;
}

function Indicator({ isSelected = false }: { isSelected?: boolean }) {
  const { marks } = useTui();
  return <Text color={getAccent()}>{isSelected ? `${marks.pointer} ` : '  '}</Text>;
}

function Row({ label, isSelected = false }: RowProps) {
  const [words = '', note = '', closed = ''] = label.split('\u0000');
  if (closed !== '') return <Text>{renderDim(words + note)}</Text>;
  return (
    <Text>
      <Text bold={isSelected} {...(isSelected ? { color: getAccent() } : {})}>
        {words}
      </Text>
      {renderDim(note)}
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
  const { localize, marks } = useTui();
  const { width, height } = useArea();
  const choose = (value: V) => {
    const item = items.find((one) => one.value === value);
    if (item?.rejection) localize(item.rejection, 'warn');
    else onDone(value);
  };
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // The widget listens again after each key, once React is done with the last one: a redraw makes sure that it is.
  const otherwise = (key: Key) => {
    redraw();
    const item = key.name.length === 1 ? items[shortcuts.indexOf(key.name)] : undefined;
    if (!item) return false;
    choose(item.value);
    return true;
  };
  useKeys(keymaps.menu, { choose: 'forward', back: () => onDone(null) }, { forward: true, otherwise });
  const [highlighted, setHighlighted] = useState<V | undefined>(items[initial]?.value);
  const below = noteLines(items, width);
  const reported = items.find((item) => item.value === highlighted);
  const full = below > 0 && reported ? wrapText(noteOf(reported), width - 2, true).slice(0, below) : [];
  const widest = wordsWidth(items);
  const rows = items.map((item, at) => {
    const note = noteOf(item);
    const number = `${shortcuts[at] ?? ' '} `;
    const words = number + padCell(item.label, widest, marks);
    return {
      key: String(item.value),
      value: item.value,
      label: [
        words,
        note === '' ? '' : `  ${cut(note, noteWidth(items, width), marks)}`,
        item.rejection ? 'x' : '',
      ].join('\u0000'),
    };
  });
  return (
    <Sheet title={title}>
      {text.length > 0 && <Text>{text.join('\n')}</Text>}
      <SelectInput
        items={rows}
        limit={Math.max(1, height - 1 - text.length - below)}
        initialIndex={initial}
        indicatorComponent={Indicator}
        itemComponent={Row}
        {...(below > 0 ? { onHighlight: (item: { readonly value: V }) => setHighlighted(item.value) } : {})}
        onSelect={(item) => choose(item.value)}
      />
      {below > 0 && (
        <Box height={below}>
          <Text>{renderDim(full.join('\n'))}</Text>
        </Box>
      )}
    </Sheet>
  );
}
