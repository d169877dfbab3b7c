import { apiKey } from '@gantry/core';
import type { Slots } from '../../resource/slots.ts';
import { KeyDay } from './key-day.tsx';
import { TestKey } from './test-key.tsx';
import { TestNewKeys } from './test-new-keys.tsx';

/** A key is tested with one press and shows how its calls went; keys that were imported are tested before anybody relies on them. */
export const slots: Slots = {
  footer: KeyDay,
  placed: ['day'],
  rowExtra: { label: apiKey.actions.test.label, body: TestKey },
  imported: {
    choice: {
      zh: '导入后测试新密钥，被上游拒绝的自动停用',
      en: 'Then test the new keys; those that are refused are disabled',
    },
    body: TestNewKeys,
  },
};
