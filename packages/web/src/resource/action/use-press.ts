import { errorMessage } from '@gantry/core';
import { useEffect, useRef, useState } from 'react';
import { createCallKey } from '../../app/api/index.ts';
import { StepUpCanceled } from '../../app/session/index.ts';
import type { FieldRecord } from '../../fields/index.ts';
import { useToast } from '../../ui/index.ts';

interface Press {
  readonly busy: boolean;
  /** To be given the event of its click, where there is one. */
  readonly press: (click?: object) => void;
}

/**
 * What a button does when it is pressed: once at a time, and a failure is told. A double click is one press, however soon the
 * first was answered. A press whose answer was lost is asked again under the same key, so that it happens once.
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

/** Presses once by itself, where one has asked for it before. */
export function usePressAtOnce(wanted: boolean, press: () => void): void {
  const done = useRef(false);
  useEffect(() => {
    if (!wanted || done.current) return;
    done.current = true;
    press();
  }, [wanted, press]);
}

/**
 * The keys of what is done by one press. A press whose answer was lost is sent again under the same key, so that it happens once; what
 * was done with the record since is another wish.
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
