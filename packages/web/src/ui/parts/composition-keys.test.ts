import { describe, expect, it } from 'vitest';
import { ignoreCompositionKeys } from './composition-keys.ts';

interface Pressed {
  readonly key: string;
  readonly isComposing?: boolean;
  readonly keyCode?: number;
}

/** Returns whether a key reaches a listener that was added later, and whether its default was prevented. */
function press({ key, isComposing = false, keyCode = 0 }: Pressed) {
  const target = new EventTarget();
  let isHeard = false;
  ignoreCompositionKeys(target);
  target.addEventListener('keydown', () => {
    isHeard = true;
  });
  const event = Object.assign(new Event('keydown', { cancelable: true }), { key, isComposing, keyCode });
  target.dispatchEvent(event);
  return { isHeard, isPrevented: event.defaultPrevented };
}

describe('ignoreCompositionKeys', () => {
  it.each([
    { key: 'Enter', isComposing: true, keyCode: 13 },
    { key: 'Enter', keyCode: 229 },
    { key: 'Escape', isComposing: true },
    { key: 'Tab', keyCode: 229 },
  ])('keeps $key, composing $isComposing, code $keyCode, from the page', (pressed) => {
    expect(press(pressed)).toEqual({ isHeard: false, isPrevented: true });
  });

  it.each([
    { key: 'Enter', keyCode: 13 },
    { key: 'a', isComposing: true, keyCode: 229 },
  ])('lets $key, composing $isComposing, code $keyCode, through', (pressed) => {
    expect(press(pressed)).toEqual({ isHeard: true, isPrevented: false });
  });
});
