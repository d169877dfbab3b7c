import { ResponseError, type SendUndo, sendUndoCalls, type UndoAnswer, undoCalls } from '@gantry/core';
import { useSyncExternalStore } from 'react';
import { formatKey, keymaps } from '../keys/keymap.ts';
import type { PerformedAction } from '../parts/action-log.ts';
import { describeFailure } from '../parts/footer.tsx';
import type { Tui } from '../parts/tui-context.ts';
import { removeUndone } from './bulk-runs.ts';

const undoPath = undoCalls.undoCall.path;

/** Says what was done; when the server knows a way back, with the key for it. `isPart`: not all of it went well. */
export async function offerUndo(tui: Tui, words: string, keys: readonly string[], isPart = false): Promise<void> {
  const tone = isPart ? 'warn' : 'good';
  tui.localize(words, tone);
  const [key] = keys;
  if (key === undefined) return;
  const requested = tui.client.call<UndoAnswer>(undoPath, { key, dryRun: true }, { quiet: true });
  const isOffered = await requested.then(
    ({ affected }) => affected > 0,
    () => false,
  );
  if (!isOffered) return;
  tui.availableActions.add({ keys, words });
  const [undoKey] = keymaps.list.find(({ action }) => action === 'undo')?.keys ?? [];
  tui.localize(tui.t('tui.undoOffer', { what: words, key: formatKey(undoKey ?? '', tui.marks.plain) }), tone);
}

/** Takes back the last deed, its last call first; what had to stay is told with the reason. True when something went back. */
export async function undoLast(tui: Tui): Promise<boolean> {
  const availableAction = tui.availableActions.take();
  if (!availableAction) {
    tui.localize(tui.t('tui.undoNothing'), 'info');
    return false;
  }
  let steps = 0;
  const count = (done: number) => {
    steps = done;
  };
  try {
    const send: SendUndo = (path, body, { idempotencyKey }) => tui.write<UndoAnswer>(path, body, idempotencyKey);
    const { done, left } = await sendUndoCalls(availableAction.keys, send, count);
    if (done > 0) removeUndone(tui.memory, availableAction.keys);
    const [first] = left;
    if (!first) tui.localize(tui.t('tui.undone', { what: availableAction.words }), 'good');
    else tui.localize(tui.t('tui.undonePart', { done, left: left.length, reason: first.message }), 'warn');
    return true;
  } catch (error) {
    if (!(error instanceof ResponseError)) throw error;
    // Nobody answered: the same keys may be sent once more.
    if (error.code === null) tui.availableActions.add(availableAction);
    if (steps > 0) removeUndone(tui.memory, availableAction.keys);
    tui.localize(
      tui.t('tui.undoRejected', { what: availableAction.words, reason: describeFailure(error, tui.t) }),
      'warn',
    );
    return steps > 0;
  }
}

/** The last deed, as long as there is one to take back. */
export function useLastAction({ availableActions }: Tui): PerformedAction | null {
  return useSyncExternalStore(availableActions.subscribe, availableActions.last);
}
