import {
  type DataCard,
  type DataPanelAnswer,
  dataPanel,
  formatChange,
  formatMetric,
  type Locale,
  localize,
  type Tone,
} from '@gantry/core';
import { Text } from 'ink';
import { escapeControls } from '../../output/wrap-text.ts';
import { renderDim } from '../../tui/parts/colors.ts';
import { DataTable } from '../../tui/parts/data-table.tsx';
import type { DataCell, DataColumn } from '../../tui/parts/fit-columns.ts';
import { Panel } from '../../tui/parts/panel.tsx';
import { type Tui, useTui } from '../../tui/parts/tui-context.ts';
import type { PanelState } from './use-panel.ts';

export interface PanelProps<T> {
  readonly state: PanelState<T>;
  readonly width: number;
  readonly height: number;
}

function getFigure(value: unknown, { key, currency }: DataCard, locale: Locale): string {
  return typeof value === 'number' ? formatMetric(key, value, locale, currency) : '-';
}

function change(bps: number | null | undefined): { text: string; tone: Tone } {
  if (bps === null || bps === undefined) return { text: '-', tone: 'neutral' };
  return {
    text: formatChange(bps),
    tone: bps > 0 ? 'good' : bps < 0 ? 'bad' : 'neutral',
  };
}

function getRow(card: DataCard, locale: Locale): DataCell[] {
  return [
    { text: escapeControls(card.label) },
    { text: getFigure(card.value, card, locale) },
    { text: getFigure(card.today, card, locale) },
    { text: getFigure(card.yesterdayByNow, card, locale), tone: 'neutral' },
    change(card.deltaBps),
    { text: escapeControls(card.notes.map(({ text }) => text).join(' ')), tone: 'neutral' },
  ];
}

/** The minimum width of a number: one that is cut would show another value, so its column is dropped instead. */
const full = 40;

function getColumns({ t }: Tui): DataColumn[] {
  return [
    { title: t('tui.metric'), min: 12, priority: 9 },
    { title: t('tui.value'), right: true, min: full, priority: 8 },
    { title: t('tui.today'), right: true, min: full, priority: 7 },
    { title: t('tui.yesterdayByNow'), right: true, min: full, priority: 1 },
    { title: t('tui.change'), right: true, min: full, priority: 5 },
    { title: t('tui.notes'), min: 10, priority: 0 },
  ];
}

/** The metrics of the platform as a table: the value, today, yesterday at the same time, the change, and notes. */
export function FiguresPanel({ state, width, height }: PanelProps<DataPanelAnswer>) {
  const tui = useTui();
  const { answer, failed } = state;
  const rows = (answer?.cards ?? []).slice(0, height - 3).map((card) => getRow(card, tui.locale));
  return (
    <Panel
      title={localize(dataPanel.label, tui.locale)}
      note={failed ? tui.t('tui.stale') : ''}
      width={width}
      height={height}
    >
      {answer ? (
        <DataTable columns={getColumns(tui)} rows={rows} width={width - 4} />
      ) : (
        <Text>{renderDim(failed ? tui.t('tui.loadFailed') : tui.t('common.loading'))}</Text>
      )}
    </Panel>
  );
}
