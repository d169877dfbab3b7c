import { describe, expect, it } from 'vitest';
import { errorMessage } from './error-message.ts';

describe('errorMessage', () => {
  it('shows the message of an error, and its name when it has none', () => {
    expect(errorMessage(new Error('no room'))).toBe('no room');
    expect(errorMessage(new TypeError(''))).toBe('TypeError');
  });

  it('never shows an object as [object Object]', () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const thrown = [{ message: 'malformed', code: 'SQLITE_CORRUPT' }, { code: 'E1' }, { at: 3 }, {}, circular, null, 7];
    expect(thrown.map(errorMessage)).toEqual(['malformed', 'E1', '{"at":3}', 'Object', 'Object', 'null', '7']);
  });
});
