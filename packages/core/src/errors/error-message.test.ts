import { describe, expect, it } from 'vitest';
import { errorMessage } from './error-message.ts';

describe('errorMessage', () => {
  it('returns the message of an error, or its name when the message is empty', () => {
    expect(errorMessage(new Error('disk full'))).toBe('disk full');
    expect(errorMessage(new TypeError(''))).toBe('TypeError');
  });

  it('never returns [object Object] for an object', () => {
    const circular: { self?: unknown } = {};
    circular.self = circular;
    const thrown = [{ message: 'damaged', code: 'SQLITE_CORRUPT' }, { code: 'E1' }, { at: 3 }, {}, circular, null, 7];
    expect(thrown.map(errorMessage)).toEqual(['damaged', 'E1', '{"at":3}', 'Object', 'Object', 'null', '7']);
  });
});
