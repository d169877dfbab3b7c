import { ResponseError, type SendUndo, sendUndoCalls, type UndoAnswer, undoCalls } from '@gantry/core';
import { useSyncExternalStore } from 'react';
import { escapeControls } from '../../output/wrap-text.ts';
import { formatKey, keymaps } from '../keys/keymap.ts';
import type { PerformedAction } from '../parts/action-log.ts';
import { confirm } from '../parts/confirm.tsx';
import { describeFailure } from '../parts/footer.tsx';
import { cut } from '../parts/marks.ts';
import type { Tui } from '../parts/tui-context.ts';
import { removeUndone } from './bulk-runs.ts';

const undoPath = undoCalls.undoCall.path;

export interface DoneAction extends PerformedAction {
  /** What is said at once, when it differs from what the offer to undo names. */
  readonly report?: string;
  /** Not all of it went well. */
  readonly isPart?: boolean;
}

/** Reports what was done; when the server can undo it, with the key for it. */
export async function offerUndo(tui: Tui, done: DoneAction): Promise<void> {
  const { keys, description: words, resource, report = words } = done;
  const tone = done.isPart ? 'warn' : 'good';
  tui.notify(report, tone);
  const [key] = keys;
  if (key === undefined) return;
  const requested = tui.client.call<UndoAnswer>(undoPath, { key, dryRun: true }, { quiet: true });
  const isOffered = await requested.then(
    ({ affected }) => affected > 0,
    () => false,
  );
  if (!isOffered) return;
  tui.actionLog.add({ keys, description: words, resource });
  const [undoKey] = keymaps.list.find(({ action }) => action === 'undo')?.keys ?? [];
  tui.notify(tui.t('tui.undoOffer', { what: report, key: formatKey(undoKey ?? '', tui.marks.plain) }), tone);
}

/**
 * Undoes the last action of a resource once that is confirmed, its last call first; what could not be undone is reported with the
 * reason. True when something was undone.
 */
export async function undoLast(resource: string, tui: Tui): Promise<boolean> {
  const offered = tui.actionLog.last(resource);
  if (!offered) {
    tui.notify(tui.t('tui.undoNothing'), 'info');
    return false;
  }
  if (!(await confirm(tui, tui.t('tui.key.undo'), tui.t('tui.confirmUndo', { what: offered.description }))))
    return false;
  const availableAction = tui.actionLog.take(resource);
  if (!availableAction) return false;
  let steps = 0;
  const count = (done: number) => {
    steps = done;
  };
  try {
    const send: SendUndo = (path, body, { idempotencyKey }) => tui.write<UndoAnswer>(path, body, idempotencyKey);
    const { done, left } = await sendUndoCalls(availableAction.keys, send, count);
    if (done > 0) removeUndone(tui.memory, availableAction.keys);
    const [first] = left;
    if (!first) tui.notify(tui.t('tui.undone', { what: availableAction.description }), 'good');
    else tui.notify(tui.t('tui.undonePart', { done, left: left.length, reason: first.message }), 'warn');
    return true;
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    // No answer came: the same keys may be sent once more.
    if (error.code === null) tui.actionLog.add(availableAction);
    if (steps > 0) removeUndone(tui.memory, availableAction.keys);
    tui.notify(tui.t('tui.undoRejected', { reason: describeFailure(error, tui.t) }), 'warn');
    return steps > 0;
  }
}

/** The most columns for the name of what an undo key undoes, so that the other keys fit. */
const namedWidth = 30;

/** The key that undoes the last action of a resource, with its label; empty while there is nothing to undo. */
export function useUndo(resource: string, tui: Tui, after: (undone: boolean) => void) {
  const { actionLog: availableActions, t, marks } = tui;
  const last = useSyncExternalStore(availableActions.subscribe, () => availableActions.last(resource));
  if (!last) return { handlers: {}, names: {} };
  return {
    handlers: { undo: () => void undoLast(resource, tui).then(after) },
    names: { undo: t('tui.undoNamed', { what: cut(escapeControls(last.description), namedWidth, marks) }) },
  };
}
