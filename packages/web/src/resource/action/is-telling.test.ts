import { clientApp, serviceClient } from '@gantry/core';
import { expect, it } from 'vitest';
import { shownBeside } from './is-telling.ts';

it.each([serviceClient, clientApp])(
  'shows the secret that came with a record of $name, and nothing of the record',
  (one) => {
    const { rotate, enable } = one.actions;
    const record = { id: 1, version: 2, name: 'gate' };
    expect(shownBeside(one, rotate, { ...record, secret: 'shown once' })).toEqual({ secret: 'shown once' });
    // Sent again, the call answers without it.
    expect(shownBeside(one, rotate, { ...record, secret: null })).toBeNull();
    expect(shownBeside(one, enable, record)).toBeNull();
  },
);
