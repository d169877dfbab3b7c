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

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Names of the fields whose stored value differs from the typed one. */
function listConflicts(fields: Fields, theirs: Values, mine: Values): string[] {
  return Object.keys(mine).filter((name) => fields[name] !== undefined && !isSame(theirs[name], mine[name]));
}

export interface ConflictPageProps {
  readonly title: string;
  readonly fields: Fields;
  /** The values that another user saved in the meantime. */
  readonly theirs: Values;
  readonly mine: Values;
  /** Receives the values for the form, or null to leave the form unchanged. */
  readonly onDone: (chosen: Values | null) => void;
}

interface Line {
  readonly name: string;
  readonly isCurrent: boolean;
  readonly takesMine: boolean;
}

function renderLine(line: Line, props: ConflictPageProps, width: number, tui: Tui): string {
  const { marks, locale } = tui;
  const field = props.fields[line.name];
  if (!field) return '';
  const column = Math.max(6, Math.floor((width - 24) / 2) - 4);
  const value = (from: Values) => cut(escapeControls(formatValue(from[line.name], field, tui)) || '-', column, marks);
  const renderSide = (text: string, on: boolean) => {
    const padded = padCell(`${on ? marks.on : marks.off} ${text}`, column + 4, marks);
    return on ? renderBold(padded) : renderDim(padded);
  };
  const label = padCell(localize(field.label, locale), 20, marks);
  const prefix = line.isCurrent ? `${renderAccent(marks.pointer)} ${renderAccent(label)}` : `  ${label}`;
  return `${prefix}${renderSide(value(props.theirs), !line.takesMine)}${renderSide(value(props.mine), line.takesMine)}`;
}

/** Shown when another user saved first: the user chooses between both versions field by field. No input is lost. */
export function ConflictPage(props: ConflictPageProps) {
  const tui = useTui();
  const { width, height } = useArea();
  const names = listConflicts(props.fields, props.theirs, props.mine);
  const [at, setAt] = useState(0);
  const [takenTheirs, setTakenTheirs] = useState<ReadonlySet<string>>(new Set());
  const accept = () => {
    const chosen = Object.entries(props.mine).map(([name, value]) => [
      name,
      takenTheirs.has(name) ? props.theirs[name] : value,
    ]);
    props.onDone(Object.fromEntries(chosen));
  };
  useKeys(keymaps.conflict, {
    down: () => setAt((current) => clampIndex(current + 1, names.length)),
    up: () => setAt((current) => clampIndex(current - 1, names.length)),
    swap: () =>
      setTakenTheirs((known) => {
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
    .map((name, offset) =>
      renderLine({ name, isCurrent: start + offset === at, takesMine: !takenTheirs.has(name) }, props, width, tui),
    );
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
