import { clientApp, serviceClient } from '@gantry/core';
import { expect, it } from 'vitest';
import { getSideResult } from './use-actions.tsx';

it.each([serviceClient, clientApp])(
  'shows the secret that came with a record of $name, and nothing of the record',
  (one) => {
    const { rotate, enable } = one.actions;
    const record = { id: 1, version: 2, name: 'outbound' };
    expect(getSideResult(one, rotate, { ...record, secret: 'shown once' })).toEqual({ secret: 'shown once' });
    // Sent again, the call answers without it.
    expect(getSideResult(one, rotate, { ...record, secret: null })).toBeNull();
    expect(getSideResult(one, enable, record)).toBeNull();
  },
);
