import { Box, Text } from 'ink';
import { useState } from 'react';
import { keymaps } from '../keymap.ts';
import { blue, bold, dim } from '../parts/colours.ts';
import { type EditedText, editedText, pressIn } from '../parts/edited-text.ts';
import { cell, cut } from '../parts/marks.ts';
import { Sheet } from '../parts/sheet.tsx';
import { TextInput } from '../parts/text-input.tsx';
import { useArea, useTui } from '../parts/tui-context.ts';
import { useKeys } from '../parts/use-keys.ts';
import { within } from '../parts/viewport.ts';
import { matchingPlaces, type Place } from './places.ts';

/** A command of the bar that is no place. */
export interface Command {
  readonly name: string;
  readonly words: string;
  run(): void;
}

/** Lines of the bar: its title, the input, and what answers. */
export const paletteHeight = 10;

interface Answer {
  readonly key: string;
  readonly words: string;
  readonly note: string;
  run(): void;
}

export interface PaletteProps {
  readonly places: readonly Place[];
  readonly commands: readonly Command[];
  readonly onGo: (place: Place) => void;
  readonly onDone: () => void;
}

function answersTo(typed: string, { places, commands, onGo }: PaletteProps): Answer[] {
  const word = typed.trim().toLowerCase();
  const own = commands
    .filter((command) => word !== '' && (command.name.startsWith(word) || command.words.toLowerCase().includes(word)))
    .map((command) => ({ key: `:${command.name}`, words: `:${command.name}`, note: command.words, run: command.run }));
  const found = matchingPlaces(places, typed.trim()).map((place) => ({
    key: `${place.link} ${place.words}`,
    words: place.words,
    note: place.path,
    run: () => onGo(place),
  }));
  return own.some((one) => one.key === `:${word}`) ? [...own, ...found] : [...found, ...own];
}

/** The command bar: any screen by its name, path or entity, and a few commands. */
export function Palette(props: PaletteProps) {
  const { t, marks } = useTui();
  const { width, height } = useArea();
  const [state, setState] = useState<{ text: EditedText; at: number }>({ text: editedText(''), at: 0 });
  const answers = answersTo(state.text.value, props);
  const move = (by: number) => setState((known) => ({ ...known, at: within(known.at + by, answers.length) }));
  useKeys(
    keymaps.palette,
    {
      accept: () => {
        const answer = answers[state.at];
        if (!answer) return;
        props.onDone();
        answer.run();
      },
      down: () => move(1),
      up: () => move(-1),
      back: props.onDone,
    },
    {
      text: true,
      otherwise: (key) => {
        setState((known) => ({ text: pressIn(known.text, key) ?? known.text, at: 0 }));
        return true;
      },
    },
  );
  const room = height - 2;
  const start = Math.max(0, state.at - room + 1);
  const lines = answers.slice(start, start + room).map((answer, place) => {
    const here = start + place === state.at;
    const words = cell(answer.words, Math.min(40, Math.floor(width / 2)), marks);
    return `${here ? blue(marks.pointer) : ' '} ${here ? blue(bold(words)) : words}  ${dim(cut(answer.note, Math.floor(width / 2) - 8, marks))}`;
  });
  return (
    <Sheet title={t('tui.key.command')} note={t('tui.paletteHint')}>
      <Box height={1}>
        <Text>{blue(bold(': '))}</Text>
        <TextInput text={state.text} width={width - 6} active />
      </Box>
      <Text>{lines.length > 0 ? lines.join('\n') : dim(`  ${t('list.nothing')}`)}</Text>
    </Sheet>
  );
}
