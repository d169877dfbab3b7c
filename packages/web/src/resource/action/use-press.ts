import { errorMessage } from '@gantry/core';
import { useEffect, useRef, useState } from 'react';
import { createCallKey } from '../../app/api/index.ts';
import { StepUpCanceled } from '../../app/session/index.ts';
import type { FieldRecord } from '../../fields/index.ts';
import { useToast } from '../../ui/index.ts';

interface Press {
  readonly busy: boolean;
  /** Pass the click event if there is one; it detects double clicks. */
  readonly press: (click?: object) => void;
}

/**
 * Runs the work of a button once at a time and reports failures. A double click counts as one press, however fast the first
 * response was. A press after a failure reuses the idempotency key, so that the work takes effect once.
 */
export function usePress(work: (key: string) => Promise<void>): Press {
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const key = useRef('');
  const running = useRef(false);
  const run = async () => {
    running.current = true;
    setBusy(true);
    key.current ||= createCallKey();
    try {
      await work(key.current);
      key.current = '';
    } catch (error) {
      if (!(error instanceof StepUpCanceled)) toast.error(errorMessage(error));
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  const press = (click?: object) => {
    const second = click !== undefined && 'detail' in click && Number(click.detail) > 1;
    if (!running.current && !second) void run();
  };
  return { busy, press };
}

/** Presses once automatically when it was requested in advance. */
export function useAutoPress(wanted: boolean, press: () => void): void {
  const done = useRef(false);
  useEffect(() => {
    if (!wanted || done.current) return;
    done.current = true;
    press();
  }, [wanted, press]);
}

/**
 * Creates the idempotency keys of presses. A press after a failure reuses the key, so that it takes effect once;
 * after the record has changed, a press gets a new key.
 */
export function usePressKeys() {
  const waiting = useRef(new Map<unknown, { readonly name: string; readonly key: string }>());
  return {
    of(name: string, record: FieldRecord | null): string {
      const place = record?.id ?? null;
      const sent = waiting.current.get(place);
      const key = sent?.name === name ? sent.key : createCallKey();
      waiting.current.set(place, { name, key });
      return key;
    },
    answered(record: FieldRecord | null): void {
      waiting.current.delete(record?.id ?? null);
    },
  };
}
