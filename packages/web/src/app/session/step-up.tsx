import { getError, ResponseError } from '@gantry/core';
import { createContext, type ReactNode, Suspense, use, useCallback, useMemo, useRef, useState } from 'react';
import { lazyPart } from '../../ui/lazy-part.tsx';

/** The user canceled the confirmation, so the call was not sent again. */
export class StepUpCanceled extends Error {
  constructor() {
    super('the confirmation was cancelled');
    this.name = 'StepUpCanceled';
  }
}

export type StepUp = <T>(call: () => Promise<T>) => Promise<T>;
const StepUpDialog = lazyPart(async () => ({ default: (await import('./step-up-dialog.tsx')).StepUpDialog }));
const StepUpContext = createContext<StepUp | null>(null);

function isStepUpRequired(error: unknown): boolean {
  return error instanceof ResponseError && error.code === getError('stepUpNeeded').code;
}

/** Provides `useStepUp`: a call that the server rejects with 40301 opens the confirmation and is then sent again. */
export function StepUpProvider({ children }: { readonly children: ReactNode }) {
  const [open, setOpen] = useState(false);
  const waiting = useRef<((confirmed: boolean) => void)[]>([]);
  const settle = useCallback((confirmed: boolean) => {
    setOpen(false);
    for (const resolve of waiting.current.splice(0)) resolve(confirmed);
  }, []);
  const stepUp = useCallback<StepUp>(async (call) => {
    try {
      return await call();
    } catch (error) {
      if (!isStepUpRequired(error)) throw error;
    }
    const confirmed = await new Promise<boolean>((resolve) => {
      waiting.current.push(resolve);
      setOpen(true);
    });
    if (!confirmed) throw new StepUpCanceled();
    return call();
  }, []);
  return (
    <StepUpContext value={stepUp}>
      {children}
      {open ? (
        <Suspense fallback={null}>
          <StepUpDialog onDone={settle} />
        </Suspense>
      ) : null}
    </StepUpContext>
  );
}

/**
 * Wraps a call: `await stepUp(() => client.call(path, body, { quiet: true }))`. Rejects with StepUpCanceled when the user
 * cancels.
 */
export function useStepUp(): StepUp {
  const stepUp = use(StepUpContext);
  if (!stepUp) throw new Error('a step-up is asked for outside of StepUpProvider');
  return useMemo(() => stepUp, [stepUp]);
}
