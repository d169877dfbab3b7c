import { type Action, admins } from '../../definition/index.ts';
import { text } from '../../fields/index.ts';
import { guardedSwitch } from '../parts.ts';

/** What is done with whoever calls the platform under a secret of its own: an app, or a service. */
export const clientActions = {
  rotate: {
    on: 'record',
    label: { zh: '轮换密钥', en: 'Rotate the secret' },
    help: {
      zh: '新密钥只显示一次；旧密钥 24 小时内仍可用',
      en: 'The new one is shown this once; the old one works for 24 hours',
    },
    roles: admins,
    stepUp: true,
    danger: true,
    output: { secret: text({ zh: '密钥', en: 'Secret' }) },
  },
  ...guardedSwitch,
} as const satisfies Record<string, Action>;
