import { errorMessage, type SendUndo, type UndoAnswer, undoCalls, undoCallsOf } from '@gantry/core';
import { useCallback, useEffect, useRef } from 'react';
import { useCalls, useWords } from '../../fields/index.ts';
import { StepUpCancelled, useStepUp } from '../../session/index.ts';
import { useToast } from '../../ui/index.ts';

/** Something that was done and may be taken back: the keys of its calls, and what it was in words. */
interface Deed {
  readonly keys: readonly string[];
  readonly text: string;
  /** Takes away the toast that offers to take it back. */
  withdraw: () => void;
}

/** Says what was done, with the way to take it back once the server says that there is one. */
export type OfferUndo = (text: string, keys: readonly string[]) => void;

/** Deeds that Ctrl-Z goes back over. */
const remembered = 50;

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input:not([type="checkbox"]), textarea, select') !== null;
}

/** Ctrl-Z or Cmd-Z while the focus is in the list, on what a toast offers, on the page as a whole, or nowhere. */
function useUndoKey(undo: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      if (isTyping(event.target) || document.querySelector('[role="dialog"]')) return;
      const { target } = event;
      if (!(target instanceof HTMLElement && (target.matches('body, main') || target.closest('.list-page, .toasts'))))
        return;
      event.preventDefault();
      undo();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [undo]);
}

export function useSendUndo(): SendUndo {
  const calls = useCalls();
  const stepUp = useStepUp();
  return useCallback(
    (path, body, options) => stepUp(() => calls.call<UndoAnswer>(path, body, options)),
    [calls, stepUp],
  );
}

/** What an entity does in its own way, or the role may not reverse, has no way back: only the server knows. */
function useMayUndo() {
  const calls = useCalls();
  return useCallback(
    async (keys: readonly string[]): Promise<boolean> => {
      for (const key of keys) {
        const asked = calls.call<UndoAnswer>(undoCalls.undoCall.path, { key, dryRun: true });
        const goesBack = await asked.then(
          ({ affected }) => affected > 0,
          () => false,
        );
        if (goesBack) return true;
      }
      return false;
    },
    [calls],
  );
}

/** Remembers what was done on this page, and takes it back by the server: a real reverse write, as the audit log knows it. */
export function useUndo(refresh: () => void): OfferUndo {
  const t = useWords();
  const toast = useToast();
  const send = useSendUndo();
  const mayUndo = useMayUndo();
  const deeds = useRef<Deed[]>([]);
  const undo = useCallback(
    async (deed: Deed | undefined) => {
      if (!deed || !deeds.current.includes(deed)) return toast.info(t('resource.undo.nothing'));
      deeds.current = deeds.current.filter((one) => one !== deed);
      deed.withdraw();
      if (deed.keys.length > 5) toast.info(t('resource.undo.busy'));
      try {
        const { done, left } = await undoCallsOf(deed.keys, send);
        const [first] = left;
        if (!first) toast.success(t('resource.undo.done', { what: deed.text }));
        else toast.info(t('resource.undo.part', { done, left: left.length, reason: first.message }));
      } catch (error) {
        // Given up at the question for the password: it can still be taken back, and is what the key means next.
        if (error instanceof StepUpCancelled) deeds.current = [...deeds.current, deed];
        else toast.error(errorMessage(error));
      }
      refresh();
    },
    [send, toast, t, refresh],
  );
  useUndoKey(useCallback(() => void undo(deeds.current.at(-1)), [undo]));
  return useCallback(
    async (text, keys) => {
      if (!(await mayUndo(keys))) return void toast.success(text);
      const deed: Deed = { text, keys, withdraw: () => undefined };
      deeds.current = [...deeds.current, deed].slice(-remembered);
      deed.withdraw = toast.success(text, { label: t('resource.undo.undo'), run: () => void undo(deed) });
    },
    [toast, t, undo, mayUndo],
  );
}
