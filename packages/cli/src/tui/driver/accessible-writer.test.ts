import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type AccessibleWriter, createAccessibleWriter } from './accessible-writer.ts';

let out = '';
let writer: AccessibleWriter;
beforeEach(() => {
  vi.useFakeTimers();
  out = '';
  writer = createAccessibleWriter({ write: (text) => (out += text), delayMs: 100 });
});
afterEach(() => vi.useRealTimers());

/** Returns what is announced for a frame, by default after a key press. */
function announce(frame: string, key = true): string {
  out = '';
  vi.advanceTimersByTime(1500);
  if (key) writer.recordKeyPress();
  writer.frame(frame);
  vi.advanceTimersByTime(150);
  return out.trimStart();
}

it('announces a screen once, without colors, and only the chosen line after a move', () => {
  expect(announce('\u001b[1m Users \u001b[22m\n\n>  1   Lin Xiao\n   2   Wang\n 1/2   2 total')).toBe(
    'Users\r\n> 1, Lin Xiao\r\n2, Wang\r\n1/2, 2 total',
  );
  expect(announce(' Users\n   1   Lin Xiao\n>  2   Wang\n 2/2   2 total')).toBe('> 2, Wang');
  expect(announce(' Users\n   1   Lin Xiao\n>  2   Wang\n 2/2   2 total')).toBe('');
});

it('announces changed numbers only after a key press', () => {
  announce('CPU 9%\nDisk 25%');
  expect(announce('CPU 12%\nDisk 25%', false)).toBe('');
  expect(announce('CPU 13%\nDisk 25%')).toBe('CPU 13%');
  expect(announce('CPU 14%\nDisk 25%\nThe server is gone', false)).toBe('The server is gone');
});

it('announces only the typed letters, and erases them', () => {
  announce('Sign in\n> Username');
  expect(announce('Sign in\n> Username ro')).toBe('ro');
  expect(announce('Sign in\n> Username root')).toBe('ot');
  expect(announce('Sign in\n> Username roo')).toBe('\b \b');
});

it('announces everything again on request, and skips frames that are visible only briefly', () => {
  announce('One');
  writer.frame('Loading');
  writer.frame('One\nTwo');
  writer.redraw();
  out = '';
  vi.advanceTimersByTime(150);
  expect(out).toBe('\r\nOne\r\nTwo');
});
