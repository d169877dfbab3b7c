import { errorMessage, type SendUndo, sendUndoCalls, type UndoAnswer, undoCalls } from '@gantry/core';
import { useCallback, useEffect, useRef } from 'react';
import { StepUpCanceled, useStepUp } from '../../app/session/index.ts';
import { useCalls, useWords } from '../../fields/index.ts';
import { useToast } from '../../ui/index.ts';

/** Something that can be undone: the keys of its calls and its description. */
interface UndoableAction {
  readonly keys: readonly string[];
  readonly text: string;
  /** Closes the toast that offers the undo. */
  withdraw: () => void;
}

/** Announces what was done, with an undo button when the server confirms that it can be undone. */
export type OfferUndo = (text: string, keys: readonly string[]) => void;

/** Maximum number of actions that Ctrl-Z can undo. */
const remembered = 50;

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input:not([type="checkbox"]), textarea, select') !== null;
}

/** Handles Ctrl-Z and Cmd-Z while the focus is in the list, on an undo toast, on the page itself, or nowhere. */
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

/** Returns a function that asks the server whether calls can be undone: custom actions and missing permissions prevent it. */
function useMayUndo() {
  const calls = useCalls();
  return useCallback(
    async (keys: readonly string[]): Promise<boolean> => {
      for (const key of keys) {
        const requested = calls.call<UndoAnswer>(undoCalls.undoCall.path, { key, dryRun: true });
        const isUndoable = await requested.then(
          ({ affected }) => affected > 0,
          () => false,
        );
        if (isUndoable) return true;
      }
      return false;
    },
    [calls],
  );
}

/** Remembers the changes made on this page and undoes them on the server, as reverse writes based on the audit log. */
export function useUndo(refresh: () => void): OfferUndo {
  const t = useWords();
  const toast = useToast();
  const send = useSendUndo();
  const mayUndo = useMayUndo();
  const availableActions = useRef<UndoableAction[]>([]);
  const undo = useCallback(
    async (undoable: UndoableAction | undefined) => {
      if (!undoable || !availableActions.current.includes(undoable)) return toast.info(t('resource.undo.nothing'));
      availableActions.current = availableActions.current.filter((one) => one !== undoable);
      undoable.withdraw();
      if (undoable.keys.length > 5) toast.info(t('resource.undo.busy'));
      try {
        const { done, left } = await sendUndoCalls(undoable.keys, send);
        const [first] = left;
        if (!first) toast.success(t('resource.undo.done', { what: undoable.text }));
        else toast.info(t('resource.undo.part', { done, left: left.length, reason: first.message }));
      } catch (error) {
        // The user canceled the password confirmation: the change can still be undone and is next for Ctrl-Z.
        if (error instanceof StepUpCanceled) availableActions.current = [...availableActions.current, undoable];
        else toast.error(errorMessage(error));
      }
      refresh();
    },
    [send, toast, t, refresh],
  );
  useUndoKey(useCallback(() => void undo(availableActions.current.at(-1)), [undo]));
  return useCallback(
    async (text, keys) => {
      if (!(await mayUndo(keys))) return void toast.success(text);
      const undoable: UndoableAction = { text, keys, withdraw: () => undefined };
      availableActions.current = [...availableActions.current, undoable].slice(-remembered);
      undoable.withdraw = toast.success(text, { label: t('resource.undo.undo'), run: () => void undo(undoable) });
    },
    [toast, t, undo, mayUndo],
  );
}
