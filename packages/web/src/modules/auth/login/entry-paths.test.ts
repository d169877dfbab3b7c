import { sessionCalls, slideCalls } from '@gantry/core';
import { expect, it } from 'vitest';
import { entryPaths } from './entry-paths.ts';

it('matches the paths of the contract', () => {
  const calls = { ...sessionCalls, ...slideCalls };
  for (const [name, path] of Object.entries(entryPaths)) {
    expect(path).toBe(calls[name as keyof typeof entryPaths].path);
  }
});
