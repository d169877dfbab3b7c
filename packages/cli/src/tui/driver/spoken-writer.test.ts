import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type AccessibleWriter, createAccessibleWriter } from './spoken-writer.ts';

let out = '';
let writer: AccessibleWriter;
beforeEach(() => {
  vi.useFakeTimers();
  out = '';
  writer = createAccessibleWriter({ write: (text) => (out += text), timeoutMs: 100 });
});
afterEach(() => vi.useRealTimers());

/** What is said of a frame, after a key unless none was pressed. */
function after(frame: string, key = true): string {
  out = '';
  vi.advanceTimersByTime(1500);
  if (key) writer.pressed();
  writer.frame(frame);
  vi.advanceTimersByTime(150);
  return out.trimStart();
}

it('says a screen once, without colors and drawing, and of a move the chosen line alone', () => {
  expect(after('\u001b[1m Users \u001b[22m\n\n>  1   Lin Xiao\n   2   Wang\n 1/2   2 total')).toBe(
    'Users\r\n> 1, Lin Xiao\r\n2, Wang\r\n1/2, 2 total',
  );
  expect(after(' Users\n   1   Lin Xiao\n>  2   Wang\n 2/2   2 total')).toBe('> 2, Wang');
  expect(after(' Users\n   1   Lin Xiao\n>  2   Wang\n 2/2   2 total')).toBe('');
});

it('says figures when they were asked for, and keeps quiet when they change by themselves', () => {
  after('CPU 9%\nDisk 25%');
  expect(after('CPU 12%\nDisk 25%', false)).toBe('');
  expect(after('CPU 13%\nDisk 25%')).toBe('CPU 13%');
  expect(after('CPU 14%\nDisk 25%\nThe server is gone', false)).toBe('The server is gone');
});

it('says typed letters alone, and takes them back', () => {
  after('Sign in\n> Username');
  expect(after('Sign in\n> Username ro')).toBe('ro');
  expect(after('Sign in\n> Username root')).toBe('ot');
  expect(after('Sign in\n> Username roo')).toBe('\b \b');
});

it('says all of it again on demand, and never what flits by', () => {
  after('One');
  writer.frame('Loading');
  writer.frame('One\nTwo');
  writer.redraw();
  out = '';
  vi.advanceTimersByTime(150);
  expect(out).toBe('\r\nOne\r\nTwo');
});
