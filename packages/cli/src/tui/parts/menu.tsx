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
  /** Shown dimmed after the label. */
  readonly note?: string;
  /** Why the item cannot be chosen now. */
  readonly rejection?: string;
}

/** The keys that choose an item by its position: digits, then letters without another meaning in a menu. */
const shortcuts = '123456789abcdefgimnoprstuvwxyz';

/** The height of a menu with `count` items in lines; it is limited so that the screen above stays visible. */
export function measureMenuHeight(count: number): number {
  return Math.min(count, 12) + 1;
}

type ItemText = Pick<MenuItem<unknown>, 'label' | 'note' | 'rejection'>;
const getNote = ({ note = '', rejection }: ItemText) => rejection ?? note;
const getLabelWidth = (items: readonly ItemText[]) =>
  Math.min(28, Math.max(0, ...items.map(({ label }) => measureWidth(label))));
/** The width for a note next to its item, in columns. */
const getNoteWidth = (items: readonly ItemText[], width: number) => width - 10 - getLabelWidth(items);
/** Maximum height of the full note, in lines. */
const maxNoteLines = 3;

/** The height of the full note of the highlighted item at the bottom; 0 when every note fits next to its item. */
function measureNoteHeight(items: readonly ItemText[], width: number): number {
  const available = getNoteWidth(items, width);
  const long = items.map(getNote).filter((note) => measureWidth(note) > available);
  return Math.min(maxNoteLines, Math.max(0, ...long.map((note) => wrapText(note, width - 2, true).length)));
}

/** The height of a menu whose items may have long notes, as a function of its width. */
export const getMenuHeight = (items: readonly ItemText[]) => (width: number) =>
  measureMenuHeight(items.length) + measureNoteHeight(items, width);

interface RowProps {
  readonly label: string;
  readonly isSelected?: boolean;
}

function Indicator({ isSelected = false }: { isSelected?: boolean }) {
  const { marks } = useTui();
  return <Text color={getAccent()}>{isSelected ? `${marks.pointer} ` : '  '}</Text>;
}

function Row({ label, isSelected = false }: RowProps) {
  const [text = '', note = '', rejected = ''] = label.split('\u0000');
  if (rejected !== '') return <Text>{renderDim(text + note)}</Text>;
  return (
    <Text>
      <Text bold={isSelected} {...(isSelected ? { color: getAccent() } : {})}>
        {text}
      </Text>
      {renderDim(note)}
    </Text>
  );
}

export interface MenuProps<V> {
  readonly title: string;
  readonly items: readonly MenuItem<V>[];
  readonly initial?: number;
  /** Lines above the items. */
  readonly text?: readonly string[];
  readonly onDone: (value: V | null) => void;
}

/** A menu at the bottom of the screen. Choosing an item that is not available shows the reason. */
export function Menu<V extends string | number>({ title, items, initial = 0, text = [], onDone }: MenuProps<V>) {
  const { notify, marks } = useTui();
  const { width, height } = useArea();
  const choose = (value: V) => {
    const item = items.find((one) => one.value === value);
    if (item?.rejection) notify(item.rejection, 'warn');
    else onDone(value);
  };
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  // Ink's widget subscribes to input again in an effect after each key. The redraw runs pending effects before the next key.
  const handleShortcut = (key: Key) => {
    redraw();
    const item = key.name.length === 1 ? items[shortcuts.indexOf(key.name)] : undefined;
    if (!item) return false;
    choose(item.value);
    return true;
  };
  useKeys(keymaps.menu, { choose: 'forward', back: () => onDone(null) }, { forward: true, fallback: handleShortcut });
  const [highlighted, setHighlighted] = useState<V | undefined>(items[initial]?.value);
  const noteHeight = measureNoteHeight(items, width);
  const highlightedItem = items.find((item) => item.value === highlighted);
  const fullNote =
    noteHeight > 0 && highlightedItem ? wrapText(getNote(highlightedItem), width - 2, true).slice(0, noteHeight) : [];
  const labelWidth = getLabelWidth(items);
  const rows = items.map((item, at) => {
    const note = getNote(item);
    const number = `${shortcuts[at] ?? ' '} `;
    const text = number + padCell(item.label, labelWidth, marks);
    return {
      key: String(item.value),
      value: item.value,
      label: [
        text,
        note === '' ? '' : `  ${cut(note, getNoteWidth(items, width), marks)}`,
        item.rejection ? 'x' : '',
      ].join('\u0000'),
    };
  });
  return (
    <Sheet title={title}>
      {text.length > 0 && <Text>{text.join('\n')}</Text>}
      <SelectInput
        items={rows}
        limit={Math.max(1, height - 1 - text.length - noteHeight)}
        initialIndex={initial}
        indicatorComponent={Indicator}
        itemComponent={Row}
        {...(noteHeight > 0 ? { onHighlight: (item: { readonly value: V }) => setHighlighted(item.value) } : {})}
        onSelect={(item) => choose(item.value)}
      />
      {noteHeight > 0 && (
        <Box height={noteHeight}>
          <Text>{renderDim(fullNote.join('\n'))}</Text>
        </Box>
      )}
    </Sheet>
  );
}
