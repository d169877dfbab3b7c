import {
  changeWarnings,
  formatTime,
  formatValue,
  localize,
  type SettingsAnswer,
  type SettingsChange,
  type SettingsDefinition,
  type SettingsGroupAnswer,
  type SettingsHistoryAnswer,
  settingsCalls,
} from '@gantry/core';
import { Box, Text } from 'ink';
import { useCallback, useEffect, useRef, useState } from 'react';
import { escapeControls } from '../../output/wrap-text.ts';
import { keymaps } from '../keys/keymap.ts';
import { renderAccent, renderBold, renderDim } from '../parts/colors.ts';
import { confirm } from '../parts/confirm.tsx';
import { describeFailure } from '../parts/footer.tsx';
import { cut } from '../parts/marks.ts';
import { PageHeader } from '../parts/page-header.tsx';
import { type Tui, useArea, useTui } from '../parts/tui-context.ts';
import { useKeys } from '../parts/use-keys.ts';
import { clampIndex, getWindowStart, type Step, stepIndex } from '../parts/viewport.ts';
import { notifyWaiting } from '../resource/record/write-flow.tsx';

export interface SettingsHistoryProps {
  readonly page: SettingsDefinition;
  readonly group: string;
  /** Called with true when values were restored. */
  readonly onDone: (changed: boolean) => void;
}

function useHistory({ page, group }: SettingsHistoryProps) {
  const { client } = useTui();
  const [items, setItems] = useState<readonly SettingsChange[] | null>(null);
  const [next, setNext] = useState<number | null>(null);
  const load = useCallback(
    async (before: number | null) => {
      const body = { page: page.name, group, ...(before === null ? {} : { before }) };
      const answer = await client
        .call<SettingsHistoryAnswer>(settingsCalls.settingsHistory.path, body)
        .catch(() => null);
      if (!answer) return;
      setItems((known) => (before === null ? answer.items : [...(known ?? []), ...answer.items]));
      setNext(answer.next);
    },
    [client, page, group],
  );
  useEffect(() => {
    void load(null);
  }, [load]);
  return { items, next, load };
}

/** Renders a change: time, author and version in one line, then the old and new value of each field. */
function renderChange(
  change: SettingsChange,
  isCurrent: boolean,
  page: SettingsDefinition,
  width: number,
  tui: Tui,
): string[] {
  const { marks } = tui;
  const prefix = isCurrent ? `${renderAccent(marks.pointer)} ` : '  ';
  const head = `${formatTime(change.changedAt, tui.timeZone)}  ${escapeControls(change.changedByLabel)}  v${change.version}`;
  const fields = page.groups[change.group]?.fields ?? {};
  const lines = Object.keys(change.after).map((name) => {
    const field = fields[name];
    const format = (value: unknown) =>
      value === null || value === undefined
        ? '-'
        : escapeControls(field && field.kind !== 'secret' ? formatValue(value, field, tui) : String(value));
    const label = field ? localize(field.label, tui.locale) : name;
    return `    ${renderDim(cut(`${label}: ${format(change.before[name])} ${marks.arrow} ${format(change.after[name])}`, width - 6, marks))}`;
  });
  return [prefix + (isCurrent ? renderBold(head) : head), ...lines];
}

/**
 * Restores the values before a change, after confirmation; returns whether that was done.
 * @param changes all changes to revert, newest first; the last one is the chosen change
 */
async function rollBack(props: SettingsHistoryProps, changes: readonly SettingsChange[], tui: Tui): Promise<boolean> {
  const { page, group } = props;
  const change = changes.at(-1);
  if (!change) return false;
  const label = localize(page.groups[group]?.label ?? page.label, tui.locale);
  const when = formatTime(change.changedAt, tui.timeZone);
  // Load the version before asking, so that a change that another user makes in the meantime is not overwritten.
  const now = await tui.client
    .call<SettingsAnswer>(settingsCalls.settingsGet.path, { page: page.name })
    .catch((error: unknown) => {
      tui.notify(describeFailure(error, tui.t), 'bad');
      return null;
    });
  if (now === null) return false;
  const fields = page.groups[group]?.fields ?? {};
  const restored = Object.assign({}, ...changes.map(({ before }) => before));
  const warnings = changeWarnings(fields, now.groups[group]?.values ?? {}, restored, tui.locale);
  const question = [tui.t('tui.confirmRollback', { name: label, time: when }), ...warnings].join(' ');
  if (!(await confirm(tui, tui.t('tui.key.rollback'), question))) return false;
  try {
    const version = now.groups[group]?.version ?? 0;
    const answer = await tui.write<SettingsGroupAnswer>(settingsCalls.settingsRollback.path, {
      page: page.name,
      group,
      historyId: change.id,
      version,
    });
    if (!notifyWaiting(answer, tui)) tui.notify(tui.t('tui.rolledBack'), 'good');
    return true;
  } catch {
    return false;
  }
}

/** The changes of a settings group, newest first. Enter restores the values before the chosen change. */
export function SettingsHistory(props: SettingsHistoryProps) {
  const tui = useTui();
  const { width, height } = useArea();
  const { items, next, load } = useHistory(props);
  const [position, setPosition] = useState(0);
  const count = items?.length ?? 0;
  const at = clampIndex(position, count);
  const step = (by: Step) => () => {
    setPosition((known) => stepIndex(known, by, count, Math.max(1, Math.floor(height / 3))));
    if (next !== null && at >= count - 4) void load(next);
  };
  const chosen = items?.[at];
  // The confirmation opens after a request; a second Enter before that must not open it twice.
  const isRollingBack = useRef(false);
  const rollback = async () => {
    if (!chosen || isRollingBack.current) return;
    isRollingBack.current = true;
    const done = await rollBack(props, (items ?? []).slice(0, at + 1), tui);
    isRollingBack.current = false;
    if (done) props.onDone(true);
  };
  useKeys(keymaps.history, {
    down: step('down'),
    up: step('up'),
    pageDown: step('pageDown'),
    pageUp: step('pageUp'),
    top: step('top'),
    bottom: step('bottom'),
    rollback: () => void rollback(),
    back: () => props.onDone(false),
  });
  const blocks = (items ?? []).map((change, one) => renderChange(change, one === at, props.page, width, tui));
  const before = blocks.slice(0, at).reduce((sum, block) => sum + block.length, 0);
  const lines = blocks.flat();
  const start = getWindowStart(before + (blocks[at]?.length ?? 1) - 1, lines.length, height - 2, 0);
  const empty = items === null ? tui.t('common.loading') : tui.t('common.empty');
  const label = localize(props.page.groups[props.group]?.label ?? props.page.label, tui.locale);
  return (
    <Box flexDirection="column" width={width} height={height}>
      <PageHeader
        title={`${label} ${tui.marks.arrow} ${tui.t('tui.key.history')}`}
        note={count > 0 ? `${at + 1}/${count}${next === null ? '' : '+'}` : ''}
      />
      <Text>{lines.length === 0 ? `  ${renderDim(empty)}` : lines.slice(start, start + height - 2).join('\n')}</Text>
    </Box>
  );
}
