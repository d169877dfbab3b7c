import { useRef } from 'react';
import { createCallKey } from '../../app/api/index.ts';
import type { FieldRecord } from '../../fields/index.ts';

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
