import { type Fields, formatValue, localize, type Values } from '@gantry/core';
import { Box, Text } from 'ink';
import { useState } from 'react';
import { escapeControls } from '../../../output/wrap-text.ts';
import { keymaps } from '../../keys/keymap.ts';
import { renderAccent, renderBold, renderDim } from '../../parts/colors.ts';
import { cut, padCell } from '../../parts/marks.ts';
import { PageHeader } from '../../parts/page-header.tsx';
import { type Tui, useArea, useTui } from '../../parts/tui-context.ts';
import { useKeys } from '../../parts/use-keys.ts';
import { clampIndex, getWindowStart } from '../../parts/viewport.ts';

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Fields that differ between what is stored now and what was typed. */
function conflictingFields(fields: Fields, theirs: Values, mine: Values): string[] {
  return Object.keys(mine).filter((name) => fields[name] !== undefined && !same(theirs[name], mine[name]));
}

export interface ConflictPageProps {
  readonly title: string;
  readonly fields: Fields;
  /** What someone else saved meanwhile. */
  readonly theirs: Values;
  readonly mine: Values;
  /** The values to go on with, or null to go on as before. */
  readonly onDone: (chosen: Values | null) => void;
}

interface Line {
  readonly name: string;
  readonly here: boolean;
  readonly takesMine: boolean;
}

function lineOf(line: Line, props: ConflictPageProps, width: number, tui: Tui): string {
  const { marks, locale } = tui;
  const field = props.fields[line.name];
  if (!field) return '';
  const column = Math.max(6, Math.floor((width - 24) / 2) - 4);
  const value = (from: Values) => cut(escapeControls(formatValue(from[line.name], field, tui)) || '-', column, marks);
  const side = (text: string, on: boolean) => {
    const words = padCell(`${on ? marks.on : marks.off} ${text}`, column + 4, marks);
    return on ? renderBold(words) : renderDim(words);
  };
  const label = padCell(localize(field.label, locale), 20, marks);
  const lead = line.here ? `${renderAccent(marks.pointer)} ${renderAccent(label)}` : `  ${label}`;
  return `${lead}${side(value(props.theirs), !line.takesMine)}${side(value(props.mine), line.takesMine)}`;
}

/** Another user saved first: compares both versions field by field. Nothing that was typed is lost. */
export function ConflictPage(props: ConflictPageProps) {
  const tui = useTui();
  const { width, height } = useArea();
  const names = conflictingFields(props.fields, props.theirs, props.mine);
  const [at, setAt] = useState(0);
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const accept = () => {
    const chosen = Object.entries(props.mine).map(([name, value]) => [
      name,
      taken.has(name) ? props.theirs[name] : value,
    ]);
    props.onDone(Object.fromEntries(chosen));
  };
  useKeys(keymaps.conflict, {
    down: () => setAt((place) => clampIndex(place + 1, names.length)),
    up: () => setAt((place) => clampIndex(place - 1, names.length)),
    swap: () =>
      setTaken((known) => {
        const next = new Set(known);
        const name = names[at] ?? '';
        if (!next.delete(name)) next.add(name);
        return next;
      }),
    accept,
    back: () => props.onDone(null),
  });
  const space = height - 5;
  const start = getWindowStart(at, names.length, space, 0);
  const lines = names
    .slice(start, start + space)
    .map((name, place) => lineOf({ name, here: start + place === at, takesMine: !taken.has(name) }, props, width, tui));
  const half = Math.max(6, Math.floor((width - 24) / 2) - 4) + 4;
  const heads = `${' '.repeat(22)}${padCell(tui.t('tui.theirs'), half, tui.marks)}${padCell(tui.t('tui.mine'), half, tui.marks)}`;
  return (
    <Box flexDirection="column" width={width} height={height}>
      <PageHeader title={props.title} />
      <Text>{` ${cut(tui.t('tui.conflict'), width - 2, tui.marks)}`}</Text>
      <Text> </Text>
      <Text>{renderDim(renderBold(heads))}</Text>
      <Text>{lines.join('\n')}</Text>
    </Box>
  );
}
