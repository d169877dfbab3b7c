import { type FoundRecord, localize, parseActionArguments, type ScreenDefinition } from '@gantry/core';
import { Box, Text } from 'ink';
import { useEffect, useState } from 'react';
import { escapeControls } from '../../output/safe.ts';
import { keymaps } from '../keys/keymap.ts';
import { renderBlue, renderBold, renderDim } from '../parts/colours.ts';
import { applyKey, createEditedText, type EditedText } from '../parts/input/edited-text.ts';
import { TextInput } from '../parts/input/text-input.tsx';
import { cut, padCell } from '../parts/marks.ts';
import { Sheet } from '../parts/sheet.tsx';
import { type Tui, useArea, useTui } from '../parts/tui-context.ts';
import { useEvent } from '../parts/use-event.ts';
import { useKeys } from '../parts/use-keys.ts';
import { clampIndex } from '../parts/viewport.ts';
import { matchTargets, type Place } from './places.ts';
import { type Found, useFoundRecords } from './use-found-records.ts';

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
  readonly targets: readonly Place[];
  readonly screens: readonly ScreenDefinition[];
  readonly commands: readonly Command[];
  /** Follows a link. */
  readonly onGo: (link: string) => void;
  readonly onDone: () => void;
}

function answersTo(typed: string, found: Found, { targets, commands, onGo }: PaletteProps, tui: Tui): Answer[] {
  const word = typed.trim().toLowerCase();
  const own = commands
    .filter((command) => word !== '' && (command.name.startsWith(word) || command.words.toLowerCase().includes(word)))
    .map((command) => ({ key: `:${command.name}`, words: `:${command.name}`, note: command.words, run: command.run }));
  const toPlace = (place: Place): Answer => ({
    key: `${place.link} ${place.words}`,
    words: place.words,
    note: place.path,
    run: () => onGo(place.link),
  });
  const kindOf = (record: FoundRecord) => `${localize(record.resource.label, tui.locale)} #${record.id}`;
  const availableActions = found.availableActions.map(({ words, record, link }): Answer => {
    return { key: link, words: escapeControls(words), note: kindOf(record), run: () => onGo(link) };
  });
  const records = found.records.map((record): Answer => {
    return { key: record.to, words: escapeControls(record.title), note: kindOf(record), run: () => onGo(record.to) };
  });
  // An amount or a new name is for a record: no screen answers to it.
  const { amount, newName } = parseActionArguments(typed);
  if (amount !== null || newName !== null) return [...records, ...availableActions];
  const { near, loose } = matchTargets(targets, typed.trim());
  const all = [...near.map(toPlace), ...records, ...availableActions];
  const rest = loose.map(toPlace);
  return own.some((one) => one.key === `:${word}`) ? [...own, ...all, ...rest] : [...all, ...own, ...rest];
}

/** What was chosen while its answer was still looked for: it is taken up once there is one. */
function useAccept(answers: readonly Answer[], at: number, busy: boolean, onDone: () => void) {
  const [waits, setWaits] = useState(false);
  const take = useEvent(() => {
    const answer = answers[at];
    if (!answer) return;
    onDone();
    answer.run();
  });
  useEffect(() => {
    if (!waits || busy) return;
    setWaits(false);
    take();
  }, [waits, busy, take]);
  return { accept: () => (answers[at] || !busy ? take() : setWaits(true)), purge: () => setWaits(false) };
}

/** The command bar: any screen by its name, path or entity, records by their titles, what can be done, and a few commands. */
export function Palette(props: PaletteProps) {
  const tui = useTui();
  const { t, marks } = tui;
  const { width, height } = useArea();
  const [state, setState] = useState<{ text: EditedText; at: number }>({ text: createEditedText(''), at: 0 });
  const found = useFoundRecords(state.text.value, props.screens);
  const answers = answersTo(state.text.value, found, props, tui);
  const { accept, purge } = useAccept(answers, state.at, found.busy, props.onDone);
  const move = (by: number) => setState((known) => ({ ...known, at: clampIndex(known.at + by, answers.length) }));
  useKeys(
    keymaps.palette,
    { accept, down: () => move(1), up: () => move(-1), back: props.onDone },
    {
      text: true,
      otherwise: (key) => {
        purge();
        setState((known) => ({ text: applyKey(known.text, key) ?? known.text, at: 0 }));
        return true;
      },
    },
  );
  const space = height - 2;
  const start = Math.max(0, state.at - space + 1);
  const labelWidth = Math.min(70, Math.floor((width * 3) / 5));
  const lines = answers.slice(start, start + space).map((answer, place) => {
    const here = start + place === state.at;
    const words = padCell(answer.words, labelWidth, marks);
    return `${here ? renderBlue(marks.pointer) : ' '} ${here ? renderBlue(renderBold(words)) : words}  ${renderDim(cut(answer.note, width - labelWidth - 7, marks))}`;
  });
  return (
    <Sheet title={t('tui.key.command')} note={t('tui.paletteHint')}>
      <Box height={1}>
        <Text>{renderBlue(renderBold(': '))}</Text>
        <TextInput text={state.text} width={width - 6} active />
      </Box>
      <Text>
        {lines.length > 0 ? lines.join('\n') : renderDim(`  ${t(found.busy ? 'common.loading' : 'list.nothing')}`)}
      </Text>
    </Sheet>
  );
}
