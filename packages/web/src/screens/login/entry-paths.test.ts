import { sessionCalls } from '@gantry/core';
import { expect, it } from 'vitest';
import { entryPaths } from './entry-paths.ts';

it('spells the paths as the contract does', () => {
  for (const [name, path] of Object.entries(entryPaths)) {
    expect(path).toBe(sessionCalls[name as keyof typeof entryPaths].path);
  }
});
