import { ApiError, type SendUndo, type UndoAnswer, undoCalls, undoCallsOf } from '@gantry/core';
import { useSyncExternalStore } from 'react';
import { keyLabel, keymaps } from '../keymap.ts';
import type { Deed } from '../parts/deed-log.ts';
import { failureWords } from '../parts/failure-words.ts';
import type { Tui } from '../parts/tui-context.ts';
import { forgetUndone } from './bulk-runs.ts';

const undoPath = undoCalls.undoCall.path;

/** Says what was done; when the server knows a way back, with the key for it. `isPart`: not all of it went well. */
export async function offerUndo(tui: Tui, words: string, keys: readonly string[], isPart = false): Promise<void> {
  const tone = isPart ? 'warn' : 'good';
  tui.say(words, tone);
  const [key] = keys;
  if (key === undefined) return;
  const asked = tui.client.call<UndoAnswer>(undoPath, { key, dryRun: true }, { quiet: true });
  const isOffered = await asked.then(
    ({ affected }) => affected > 0,
    () => false,
  );
  if (!isOffered) return;
  tui.deeds.add({ keys, words });
  const [undoKey] = keymaps.list.find(({ action }) => action === 'undo')?.keys ?? [];
  tui.say(tui.t('tui.undoOffer', { what: words, key: keyLabel(undoKey ?? '', tui.marks.plain) }), tone);
}

/** Takes back the last deed, its last call first; what had to stay is told with the reason. True when something went back. */
export async function undoLast(tui: Tui): Promise<boolean> {
  const deed = tui.deeds.take();
  if (!deed) {
    tui.say(tui.t('tui.undoNothing'), 'info');
    return false;
  }
  let steps = 0;
  const count = (done: number) => {
    steps = done;
  };
  try {
    const send: SendUndo = (path, body, { idempotencyKey }) => tui.write<UndoAnswer>(path, body, idempotencyKey);
    const { done, left } = await undoCallsOf(deed.keys, send, count);
    if (done > 0) forgetUndone(tui.memory, deed.keys);
    const [first] = left;
    if (!first) tui.say(tui.t('tui.undone', { what: deed.words }), 'good');
    else tui.say(tui.t('tui.undonePart', { done, left: left.length, reason: first.message }), 'warn');
    return true;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // Nobody answered: the same keys may be sent once more.
    if (error.code === null) tui.deeds.add(deed);
    if (steps > 0) forgetUndone(tui.memory, deed.keys);
    tui.say(tui.t('tui.undoRefused', { what: deed.words, reason: failureWords(error, tui.t) }), 'warn');
    return steps > 0;
  }
}

/** The last deed, as long as there is one to take back. */
export function useLastDeed({ deeds }: Tui): Deed | null {
  return useSyncExternalStore(deeds.subscribe, deeds.last);
}
