import { ResponseError, type SendUndo, sendUndoCalls, type UndoAnswer, undoCalls } from '@gantry/core';
import { useSyncExternalStore } from 'react';
import { escapeControls } from '../../output/wrap-text.ts';
import { formatKey, keymaps } from '../keys/keymap.ts';
import type { PerformedAction } from '../parts/action-log.ts';
import { confirm } from '../parts/confirm.tsx';
import { describeFailure } from '../parts/footer.tsx';
import { cut } from '../parts/marks.ts';
import type { Tui } from '../parts/tui-context.ts';
import { removeUndoneRuns } from './bulk-runs.ts';

const undoPath = undoCalls.undoCall.path;

export interface DoneAction extends PerformedAction {
  /** The notice for the user; by default `description`. */
  readonly report?: string;
  /** Whether some of it failed. */
  readonly isPart?: boolean;
}

/** Shows what was done; when the server can undo it, the notice names the key for that. */
export async function offerUndo(tui: Tui, done: DoneAction): Promise<void> {
  const { keys, description, resource, report = description } = done;
  const tone = done.isPart ? 'warn' : 'good';
  tui.notify(report, tone);
  const [key] = keys;
  if (key === undefined) return;
  const preview = tui.client.call<UndoAnswer>(undoPath, { key, dryRun: true }, { quiet: true });
  const isOffered = await preview.then(
    ({ affected }) => affected > 0,
    () => false,
  );
  if (!isOffered) return;
  tui.actionLog.add({ keys, description, resource });
  const [undoKey] = keymaps.list.find(({ action }) => action === 'undo')?.keys ?? [];
  tui.notify(tui.t('tui.undoOffer', { what: report, key: formatKey(undoKey ?? '', tui.marks.plain) }), tone);
}

/**
 * Undoes the last action of a resource after confirmation, starting with its last call. Calls that could not be undone are
 * reported with the reason. Returns whether something was undone.
 */
export async function undoLast(resource: string, tui: Tui): Promise<boolean> {
  const last = tui.actionLog.last(resource);
  if (!last) {
    tui.notify(tui.t('tui.undoNothing'), 'info');
    return false;
  }
  if (!(await confirm(tui, tui.t('tui.key.undo'), tui.t('tui.confirmUndo', { what: last.description })))) return false;
  const action = tui.actionLog.take(resource);
  if (!action) return false;
  let steps = 0;
  const count = (done: number) => {
    steps = done;
  };
  try {
    const send: SendUndo = (path, body, { idempotencyKey }) => tui.write<UndoAnswer>(path, body, idempotencyKey);
    const { done, left } = await sendUndoCalls(action.keys, send, count);
    if (done > 0) removeUndoneRuns(tui.memory, action.keys);
    const [first] = left;
    if (!first) tui.notify(tui.t('tui.undone', { what: action.description }), 'good');
    else tui.notify(tui.t('tui.undonePart', { done, left: left.length, reason: first.message }), 'warn');
    return true;
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    // There was no response, so the same keys can be sent again.
    if (error.code === null) tui.actionLog.add(action);
    if (steps > 0) removeUndoneRuns(tui.memory, action.keys);
    tui.notify(tui.t('tui.undoRejected', { reason: describeFailure(error, tui.t) }), 'warn');
    return steps > 0;
  }
}

/** Maximum width of the action name in the label of the undo key, in columns, so that the other keys fit. */
const maxDescriptionWidth = 30;

/** The handler and label of the undo key for the last action of a resource; empty while there is nothing to undo. */
export function useUndo(resource: string, tui: Tui, after: (undone: boolean) => void) {
  const { actionLog, t, marks } = tui;
  const last = useSyncExternalStore(actionLog.subscribe, () => actionLog.last(resource));
  if (!last) return { handlers: {}, names: {} };
  return {
    handlers: { undo: () => void undoLast(resource, tui).then(after) },
    names: { undo: t('tui.undoNamed', { what: cut(escapeControls(last.description), maxDescriptionWidth, marks) }) },
  };
}
