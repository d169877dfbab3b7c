import { useEffect, useRef } from 'react';

/** The commands of the list shortcuts. */
export interface ListKeys {
  readonly move: (step: number) => void;
  readonly across: (step: number) => void;
  readonly editCell: () => void;
  readonly toEnd: (end: 'first' | 'last') => void;
  readonly page: (step: number) => void;
  readonly toggle: (range: boolean) => void;
  readonly toggleAll: () => void;
  readonly open: () => void;
  readonly edit: () => void;
  readonly menu: () => void;
  readonly search: () => void;
  readonly create: () => void;
  readonly refresh: () => void;
  readonly views: () => void;
  readonly help: () => void;
  readonly escape: () => void;
}

/** Shortcuts and their commands; single-letter ones can be disabled. */
const keyMap: Readonly<Record<string, (keys: ListKeys) => void>> = {
  ArrowDown: (keys) => keys.move(1),
  ArrowUp: (keys) => keys.move(-1),
  j: (keys) => keys.move(1),
  k: (keys) => keys.move(-1),
  ArrowRight: (keys) => keys.across(1),
  ArrowLeft: (keys) => keys.across(-1),
  F2: (keys) => keys.editCell(),
  Home: (keys) => keys.toEnd('first'),
  End: (keys) => keys.toEnd('last'),
  PageDown: (keys) => keys.move(10),
  PageUp: (keys) => keys.move(-10),
  ']': (keys) => keys.page(1),
  '[': (keys) => keys.page(-1),
  x: (keys) => keys.toggle(false),
  X: (keys) => keys.toggle(true),
  '*': (keys) => keys.toggleAll(),
  Enter: (keys) => keys.open(),
  e: (keys) => keys.edit(),
  '.': (keys) => keys.menu(),
  '/': (keys) => keys.search(),
  n: (keys) => keys.create(),
  r: (keys) => keys.refresh(),
  v: (keys) => keys.views(),
  '?': (keys) => keys.help(),
  Escape: (keys) => keys.escape(),
};

/** Keys that work only while the focus is in the list. */
const gridOnly = new Set([
  ...['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageDown', 'PageUp'],
  ...['Enter', 'Escape', 'F2'],
]);

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null
  );
}

function isElsewhere(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest('[role="dialog"], [role="menu"], .arco-modal, .arco-drawer') !== null
  );
}

function onButton(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('button, a, input') !== null;
}

/** Shortcuts work anywhere on the page, except in inputs and open dialogs. */
export function useListKeys(keys: ListKeys, active: boolean): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (isTyping(event.target) || isElsewhere(event.target) || document.querySelector('[role="dialog"]')) return;
      const inGrid = event.target instanceof HTMLElement && event.target.closest('[role="grid"]') !== null;
      if (gridOnly.has(event.key) ? !inGrid : !active) return;
      if (event.key === 'Enter' && onButton(event.target)) return;
      const availableAction = Object.hasOwn(keyMap, event.key) ? keyMap[event.key] : undefined;
      if (!availableAction) return;
      event.preventDefault();
      availableAction(latest.current);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [active]);
}
