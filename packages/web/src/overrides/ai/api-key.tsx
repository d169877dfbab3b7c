import { apiKey } from '@gantry/core';
import type { Slots } from '../../resource/slots.ts';
import { TestKey } from './keys/test-key.tsx';
import { TestNewKeys } from './keys/test-new-keys.tsx';

/** A key is tested with one press; keys that were imported are tested before anybody relies on them. */
export const slots: Slots = {
  rowExtra: { label: apiKey.actions.test.label, body: TestKey },
  imported: TestNewKeys,
};
