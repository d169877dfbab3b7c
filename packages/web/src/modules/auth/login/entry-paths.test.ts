import { sessionCalls, slideCalls } from '@gantry/core';
import { expect, it } from 'vitest';
import { entryPaths } from './entry-paths.ts';

it('spells the paths as the contract does', () => {
  const calls = { ...sessionCalls, ...slideCalls };
  for (const [name, path] of Object.entries(entryPaths)) {
    expect(path).toBe(calls[name as keyof typeof entryPaths].path);
  }
});
