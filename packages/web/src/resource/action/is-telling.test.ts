import { clientApp, serviceClient } from '@gantry/core';
import { expect, it } from 'vitest';
import { getSideResult } from './use-actions.tsx';

it.each([serviceClient, clientApp])(
  'returns the secret in the response of $name, without the fields of the record',
  (one) => {
    const { rotate, enable } = one.actions;
    const record = { id: 1, version: 2, name: 'outbound' };
    expect(getSideResult(one, rotate, { ...record, secret: 'shown once' })).toEqual({ secret: 'shown once' });
    // The response to a repeated call does not contain the secret.
    expect(getSideResult(one, rotate, { ...record, secret: null })).toBeNull();
    expect(getSideResult(one, enable, record)).toBeNull();
  },
);
