import type { Verb } from '@gantry/core';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { Key } from '../driver/key-hub.ts';
import type { ActionOf, KeyRecord } from '../keys/keymap.ts';
import { useLayer, useTui } from './tui-context.ts';

/** What an action does; `forward` leaves it to the widget of Ink that is on the screen. */
export type Handler = ((key: Key) => void) | 'forward';
export type Handlers<A extends string> = Partial<Readonly<Record<A, Handler>>>;

export interface KeyOptions {
  /** What an action is called here, instead of the words of its key. */
  readonly names?: Readonly<Partial<Record<string, string>>>;
  /** Takes what no record names: typed text. True when it was used. */
  readonly otherwise?: (key: Key) => boolean;
  readonly text?: boolean;
  readonly forward?: boolean;
  readonly active?: boolean;
  readonly layer?: number;
  /** Why a verb is closed to the role, or null when it is open. */
  readonly rejection?: (verb: Verb) => string | null;
}

/** Binds a key map to what its actions do here; a record without a handler is not shown and does nothing. */
export function useKeys<M extends readonly KeyRecord[]>(
  map: M,
  handlers: Handlers<ActionOf<M>>,
  options: KeyOptions = {},
): void {
  const { t, hub, localize } = useTui();
  const own = useLayer();
  const layer = options.layer ?? own;
  const latest = useRef({ handlers, options });
  useLayoutEffect(() => {
    latest.current = { handlers, options };
  });
  const bound = map.filter((record) => handlers[record.action as ActionOf<M>] !== undefined);
  const open = bound.filter((record) => !record.deps || !options.rejection?.(record.deps));
  const shownNames = open.map((record) => record.action).join(' ');
  const named = JSON.stringify(options.names ?? {});
  const shown = useMemo(() => {
    const names: Readonly<Record<string, string>> = JSON.parse(named);
    return map
      .filter((record) => shownNames.split(' ').includes(record.action))
      .map((record) => ({
        keys: record.keys,
        words: names[record.action] ?? t(record.words),
        footer: record.footer === true,
      }));
  }, [map, shownNames, named, t]);
  const { active = true, text = false, forward = false } = options;
  useLayoutEffect(() => {
    if (!active) return;
    const handle = (key: Key) => {
      const { handlers: bindings } = latest.current;
      const record = map.find((one) => one.keys.includes(key.name) && bindings[one.action as ActionOf<M>]);
      const handler = record && bindings[record.action as ActionOf<M>];
      if (!record || !handler || handler === 'forward') return latest.current.options.otherwise?.(key) ?? false;
      const rejected = record.deps ? latest.current.options.rejection?.(record.deps) : null;
      if (rejected) localize(rejected, 'warn');
      else handler(key);
      return true;
    };
    return hub.add({ layer, shown, text, forward, handle });
  }, [active, layer, shown, text, forward, hub, map, localize]);
}
