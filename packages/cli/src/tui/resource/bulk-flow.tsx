import {
  type AnyResource,
  addSums,
  type BatchAnswer,
  type BatchItem,
  formatResultSums,
  getResourcePath,
  isReversible,
  isSuccess,
  type ListState,
  type Sums,
  type Values,
} from '@gantry/core';
import { Box, Text } from 'ink';
import { useEffect, useState } from 'react';
import { getDeletionOutcome } from '../../context/deletion-outcome.ts';
import { escapeControls } from '../../output/wrap-text.ts';
import { keymaps } from '../keys/keymap.ts';
import { applyTone, renderAccent } from '../parts/colors.ts';
import { confirm } from '../parts/confirm.tsx';
import { LinesPage } from '../parts/lines-page.tsx';
import { drawBar } from '../parts/panel.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { type Tui, useArea, useTui } from '../parts/tui-context.ts';
import { useKeys } from '../parts/use-keys.ts';
import { type BulkRun, findBrokenRun, rememberRun, removeRun } from './bulk-runs.ts';
import { offerUndo } from './undo-flow.ts';

/** Records of one call: small enough that the bar moves and a stop is soon. */
const chunk = 200;

/** What a bulk call is about: some ids, or all that match but for some. */
function selectionOf(state: ListState): Values {
  if (state.picked.mode === 'some') return { ids: [...state.picked.ids].sort((one, other) => one - other) };
  return {
    filters: state.filters,
    ...(state.keyword === '' ? {} : { keyword: state.keyword }),
    except: [...state.picked.ids],
  };
}

interface Done {
  readonly affected: number;
  readonly failures: readonly BatchItem[];
  readonly stopped: boolean;
  readonly sums: Sums;
  /** Of the calls that were sent. */
  readonly keys: readonly string[];
}

interface Watch {
  stopped: boolean;
}

/** The run that broke off in the middle of the same, if there is one; else a new one, counted by a dry run. */
async function startRun(path: string, call: Values, tui: Tui): Promise<BulkRun | null> {
  const known = findBrokenRun(tui.memory, path, call);
  if (known) return known;
  const plan = await tui.write<BatchAnswer>(path, { ...call, dryRun: true, limit: 1 }).catch(() => null);
  return plan && { path, call, total: plan.total, since: Date.now(), keys: new Map() };
}

const keyAfter = ({ keys }: BulkRun, after: number | null): string => {
  const key = keys.get(after) ?? crypto.randomUUID();
  keys.set(after, key);
  return key;
};

/** Sends chunk after chunk until all are done; each record takes effect once, and none stops the rest. */
async function runChunks(tui: Tui, run: BulkRun, watch: Watch, onStep: (done: number) => void): Promise<Done | null> {
  const { path, call } = run;
  const failures: BatchItem[] = [];
  const keys: string[] = [];
  let affected = 0;
  let sums: Sums = {};
  let seen = 0;
  let after: number | null = null;
  rememberRun(tui.memory, run);
  do {
    const key = keyAfter(run, after);
    const sent: Promise<BatchAnswer> = tui.write(path, { ...call, limit: chunk, after }, key);
    // Why it broke off has been said; what was done before can still be taken back.
    const answer: BatchAnswer | null = await sent.catch(() => null);
    if (answer === null) return affected > 0 ? { affected, failures, stopped: true, sums, keys } : null;
    keys.push(key);
    failures.push(...answer.items.filter((item) => !isSuccess(item.code)));
    affected += answer.affected;
    sums = addSums(sums, answer.sums);
    seen += answer.items.length;
    after = answer.next;
    onStep(seen);
  } while (after !== null && !watch.stopped);
  if (after === null) removeRun(tui.memory, run);
  return { affected, failures, stopped: after !== null, sums, keys };
}

interface ProgressProps {
  readonly title: string;
  readonly total: number;
  readonly run: (watch: Watch, onStep: (done: number) => void) => Promise<Done | null>;
  readonly onDone: (done: Done | null) => void;
}

function BulkProgress({ title, total, run, onDone }: ProgressProps) {
  const { marks, t } = useTui();
  const { width } = useArea();
  const [seen, setSeen] = useState(0);
  const [watch] = useState<Watch>({ stopped: false });
  useKeys(keymaps.prompt, {
    back: () => {
      watch.stopped = true;
    },
  });
  useEffect(() => {
    run(watch, setSeen).then(onDone, () => onDone(null));
  }, [run, watch, onDone]);
  return (
    <Sheet title={title} note={watch.stopped ? t('tui.stopping') : ''}>
      <Box>
        <Text>{`${renderAccent(drawBar(seen / Math.max(1, total), Math.max(10, width - 24), marks))} ${seen}/${total}`}</Text>
      </Box>
    </Sheet>
  );
}

function failureLines(done: Done): string[] {
  return done.failures.map((item) => `${applyTone(`#${item.id}`, 'bad')}  ${escapeControls(item.message)}`);
}

/** Changing and deleting many can be taken back; of actions those that say so. */
function hasWayBack(resource: AnyResource, name: string): boolean {
  const action = resource.actions?.[name];
  return action === undefined || isReversible(action);
}

/** Whether anything was changed; `part`: it broke off, and what is left stays picked to be gone on with. */
export type Changed = boolean | 'part';

/** Runs an action over all that is picked: says how many first, shows how far it is, and lists what failed. */
export async function runBulk(
  resource: AnyResource,
  state: ListState,
  action: { readonly name: string; readonly label: string; readonly params?: Values },
  tui: Tui,
): Promise<Changed> {
  const path = getResourcePath(resource.name, 'batch');
  const call = { ...selectionOf(state), action: action.name, ...(action.params ? { params: action.params } : {}) };
  const started = await startRun(path, call, tui);
  if (!started) return false;
  const { total } = started;
  if (total === 0) {
    tui.notify(tui.t('tui.nothingPicked'), 'warn');
    return false;
  }
  const requested = tui.t('tui.confirmBulk', { action: action.label, count: total });
  const outcome = action.name === 'delete' ? tui.t(`tui.deletionOutcome.${getDeletionOutcome(resource, null)}`) : '';
  const note = started.keys.size > 0 ? tui.t('tui.bulkGoesOn') : outcome;
  if (!(await confirm(tui, action.label, requested, note))) return false;
  const done = await tui.open<Done | null>(2, (close) => (
    <BulkProgress
      title={action.label}
      total={total}
      run={(watch, onStep) => runChunks(tui, started, watch, onStep)}
      onDone={close}
    />
  ));
  if (!done) return 'part';
  const added = formatResultSums(done.sums, resource.actions?.[action.name]?.output, tui);
  const count = tui.t('tui.bulkDone', { count: done.affected, failed: done.failures.length });
  const words = added === '' ? count : `${count} (${added})`;
  const isFailed = done.failures.length > 0;
  const isPart = isFailed || done.stopped;
  const keys = hasWayBack(resource, action.name) ? done.keys : [];
  void offerUndo(tui, { keys, description: `${action.label}: ${words}`, resource: resource.name, isPart });
  if (isFailed)
    await tui.open<void>('page', (close) => (
      <LinesPage title={`${action.label}: ${words}`} lines={failureLines(done)} onDone={() => close()} />
    ));
  return done.stopped ? 'part' : true;
}
