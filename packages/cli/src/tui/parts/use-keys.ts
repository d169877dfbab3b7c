import type { Verb } from '@gantry/core';
import { useLayoutEffect, useMemo, useRef } from 'react';
import type { Key } from '../driver/key-hub.ts';
import type { ActionOf, KeyBinding } from '../keys/keymap.ts';
import { useLayer, useTui } from './tui-context.ts';

/** Handles an action; `forward` leaves its keys to the Ink widget on the screen. */
export type Handler = ((key: Key) => void) | 'forward';
export type Handlers<A extends string> = Partial<Readonly<Record<A, Handler>>>;

export interface KeyOptions {
  /** Labels of actions, instead of those of the key map. */
  readonly names?: Readonly<Partial<Record<string, string>>>;
  /** Handles keys without a binding, such as typed text. Returns true when the key was handled. */
  readonly fallback?: (key: Key) => boolean;
  readonly text?: boolean;
  readonly forward?: boolean;
  readonly active?: boolean;
  readonly layer?: number;
  /** Returns why the role may not use a verb, or null when it may. */
  readonly rejection?: (verb: Verb) => string | null;
}

/** Binds the actions of a key map to handlers. A binding without a handler is not shown and does nothing. */
export function useKeys<M extends readonly KeyBinding[]>(
  map: M,
  handlers: Handlers<ActionOf<M>>,
  options: KeyOptions = {},
): void {
  const { t, hub, notify } = useTui();
  const ownLayer = useLayer();
  const layer = options.layer ?? ownLayer;
  const latest = useRef({ handlers, options });
  useLayoutEffect(() => {
    latest.current = { handlers, options };
  });
  const bound = map.filter(({ action }) => handlers[action as ActionOf<M>] !== undefined);
  const available = bound.filter(({ verb }) => !verb || !options.rejection?.(verb));
  const shownActions = available.map(({ action }) => action).join(' ');
  const namesJson = JSON.stringify(options.names ?? {});
  const shown = useMemo(() => {
    const names: Readonly<Record<string, string>> = JSON.parse(namesJson);
    return map
      .filter(({ action }) => shownActions.split(' ').includes(action))
      .map(({ keys, action, label, footer }) => ({
        keys,
        label: names[action] ?? t(label),
        footer: footer === true,
      }));
  }, [map, shownActions, namesJson, t]);
  const { active = true, text = false, forward = false } = options;
  useLayoutEffect(() => {
    if (!active) return;
    const handle = (key: Key) => {
      const { handlers: bindings } = latest.current;
      const binding = map.find((one) => one.keys.includes(key.name) && bindings[one.action as ActionOf<M>]);
      const handler = binding && bindings[binding.action as ActionOf<M>];
      if (!binding || !handler || handler === 'forward') return latest.current.options.fallback?.(key) ?? false;
      const rejected = binding.verb ? latest.current.options.rejection?.(binding.verb) : null;
      if (rejected) notify(rejected, 'warn');
      else handler(key);
      return true;
    };
    return hub.add({ layer, shown, text, forward, handle });
  }, [active, layer, shown, text, forward, hub, map, notify]);
}
