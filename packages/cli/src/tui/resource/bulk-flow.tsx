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
import { type BulkRun, findInterruptedRun, removeRun, saveRun } from './bulk-runs.ts';
import { offerUndo } from './undo-flow.ts';

/** Records in one call: few enough that the progress bar moves and a stop takes effect soon. */
const chunkSize = 200;

/** The records of a bulk call: a list of IDs, or all that match the filters except some. */
function createSelection(state: ListState): Values {
  if (state.picked.mode === 'some') return { ids: [...state.picked.ids].sort((one, other) => one - other) };
  return {
    filters: state.filters,
    ...(state.keyword === '' ? {} : { keyword: state.keyword }),
    except: [...state.picked.ids],
  };
}

interface BulkResult {
  readonly affected: number;
  readonly failures: readonly BatchItem[];
  readonly stopped: boolean;
  readonly sums: Sums;
  /** Idempotency keys of the calls that succeeded. */
  readonly keys: readonly string[];
}

interface StopSignal {
  stopped: boolean;
}

/** Returns the interrupted run of the same call, or a new run, whose records a dry run counts. Null when the dry run fails. */
async function startRun(path: string, call: Values, tui: Tui): Promise<BulkRun | null> {
  const interrupted = findInterruptedRun(tui.memory, path, call);
  if (interrupted) return interrupted;
  const plan = await tui.write<BatchAnswer>(path, { ...call, dryRun: true, limit: 1 }).catch(() => null);
  return plan && { path, call, total: plan.total, startedAt: Date.now(), keys: new Map() };
}

const getChunkKey = ({ keys }: BulkRun, after: number | null): string => {
  const key = keys.get(after) ?? crypto.randomUUID();
  keys.set(after, key);
  return key;
};

/** Sends chunk after chunk until all records are processed. A record that fails does not stop the others. */
async function runChunks(
  tui: Tui,
  run: BulkRun,
  stop: StopSignal,
  onStep: (done: number) => void,
): Promise<BulkResult | null> {
  const { path, call } = run;
  const failures: BatchItem[] = [];
  const keys: string[] = [];
  let affected = 0;
  let sums: Sums = {};
  let processed = 0;
  let after: number | null = null;
  saveRun(tui.memory, run);
  do {
    const key = getChunkKey(run, after);
    const sent: Promise<BatchAnswer> = tui.write(path, { ...call, limit: chunkSize, after }, key);
    // The client has reported the failure; the completed chunks can still be undone.
    const answer: BatchAnswer | null = await sent.catch(() => null);
    if (answer === null) return affected > 0 ? { affected, failures, stopped: true, sums, keys } : null;
    keys.push(key);
    failures.push(...answer.items.filter((item) => !isSuccess(item.code)));
    affected += answer.affected;
    sums = addSums(sums, answer.sums);
    processed += answer.items.length;
    after = answer.next;
    onStep(processed);
  } while (after !== null && !stop.stopped);
  if (after === null) removeRun(tui.memory, run);
  return { affected, failures, stopped: after !== null, sums, keys };
}

interface ProgressProps {
  readonly title: string;
  readonly total: number;
  readonly run: (watch: StopSignal, onStep: (done: number) => void) => Promise<BulkResult | null>;
  readonly onDone: (done: BulkResult | null) => void;
}

function BulkProgress({ title, total, run, onDone }: ProgressProps) {
  const { marks, t } = useTui();
  const { width } = useArea();
  const [processed, setProcessed] = useState(0);
  const [stop] = useState<StopSignal>({ stopped: false });
  useKeys(keymaps.prompt, {
    back: () => {
      stop.stopped = true;
    },
  });
  useEffect(() => {
    run(stop, setProcessed).then(onDone, () => onDone(null));
  }, [run, stop, onDone]);
  return (
    <Sheet title={title} note={stop.stopped ? t('tui.stopping') : ''}>
      <Box>
        <Text>{`${renderAccent(drawBar(processed / Math.max(1, total), Math.max(10, width - 24), marks))} ${processed}/${total}`}</Text>
      </Box>
    </Sheet>
  );
}

function renderFailures(done: BulkResult): string[] {
  return done.failures.map((item) => `${applyTone(`#${item.id}`, 'bad')}  ${escapeControls(item.message)}`);
}

/** Whether a bulk call can be undone: updates and deletions always, actions when their definition says so. */
function isBulkReversible(resource: AnyResource, name: string): boolean {
  const action = resource.actions?.[name];
  return action === undefined || isReversible(action);
}

/** Whether anything was changed; `part` when the run was interrupted: the records stay picked, so that it can be resumed. */
export type ChangeResult = boolean | 'part';

/** Runs an action on all picked records: asks for confirmation with their number, shows the progress and lists the failures. */
export async function runBulk(
  resource: AnyResource,
  state: ListState,
  action: { readonly name: string; readonly label: string; readonly params?: Values },
  tui: Tui,
): Promise<ChangeResult> {
  const path = getResourcePath(resource.name, 'batch');
  const call = { ...createSelection(state), action: action.name, ...(action.params ? { params: action.params } : {}) };
  const bulkRun = await startRun(path, call, tui);
  if (!bulkRun) return false;
  const { total } = bulkRun;
  if (total === 0) {
    tui.notify(tui.t('tui.nothingPicked'), 'warn');
    return false;
  }
  const question = tui.t('tui.confirmBulk', { action: action.label, count: total });
  const outcome = action.name === 'delete' ? tui.t(`tui.deletionOutcome.${getDeletionOutcome(resource, null)}`) : '';
  const note = bulkRun.keys.size > 0 ? tui.t('tui.bulkGoesOn') : outcome;
  if (!(await confirm(tui, action.label, question, note))) return false;
  const done = await tui.open<BulkResult | null>(2, (close) => (
    <BulkProgress
      title={action.label}
      total={total}
      run={(watch, onStep) => runChunks(tui, bulkRun, watch, onStep)}
      onDone={close}
    />
  ));
  if (!done) return 'part';
  const sums = formatResultSums(done.sums, resource.actions?.[action.name]?.output, tui);
  const count = tui.t('tui.bulkDone', { count: done.affected, failed: done.failures.length });
  const summary = sums === '' ? count : `${count} (${sums})`;
  const isFailed = done.failures.length > 0;
  const isPart = isFailed || done.stopped;
  const keys = isBulkReversible(resource, action.name) ? done.keys : [];
  void offerUndo(tui, { keys, description: `${action.label}: ${summary}`, resource: resource.name, isPart });
  if (isFailed)
    await tui.open<void>('page', (close) => (
      <LinesPage title={`${action.label}: ${summary}`} lines={renderFailures(done)} onDone={() => close()} />
    ));
  return done.stopped ? 'part' : true;
}
