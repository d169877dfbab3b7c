import { useRef, useState } from 'react';
import { newCallKey } from '../../api/index.ts';
import { StepUpCancelled } from '../../session/index.ts';
import { useToast } from '../../ui/index.ts';

/**
 * What a button does when it is pressed: once at a time, and a failure is told. A press whose answer was lost is asked again
 * under the same key, so that it happens once.
 */
export function usePress(work: (key: string) => Promise<void>): { readonly busy: boolean; readonly press: () => void } {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const key = useRef('');
  const run = async () => {
    setBusy(true);
    key.current ||= newCallKey();
    try {
      await work(key.current);
      key.current = '';
    } catch (error) {
      if (!(error instanceof StepUpCancelled)) toast.error(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  };
  return { busy, press: () => void run() };
}
