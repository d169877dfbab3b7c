import { type Action, admins } from '../../definition/index.ts';
import { boolean, integer, secret, text, time } from '../../fields/index.ts';

const realName = { zh: '真实姓名', en: 'Real name' } as const;
const idCard = { zh: '身份证号', en: 'Identity card' } as const;
const never = { write: 'never' } as const;
const masked = { write: 'never', personal: true, read: 'detail' } as const;

/**
 * The verified identity of a user. It is encrypted, and shown in full only to an admin who has just confirmed their own identity.
 */
export const realNameFields = {
  realName: secret(realName, never),
  realNameMask: text(realName, { write: 'never', personal: true, max: 16 }),
  idCard: secret(idCard, never),
  idCardMask: text(idCard, { ...masked, max: 32, mono: true }),
  idCardKey: text({ zh: '身份证指纹', en: 'ID card fingerprint' }, { write: 'never', read: 'never', max: 64 }),
  verified: boolean({ zh: '已实名', en: 'Verified' }, { ...never, default: false }),
  verifiedAt: time({ zh: '实名时间', en: 'Verified at' }, { write: 'never', read: 'detail' }),
} as const;

export const realNameActions = {
  verify: {
    on: 'record',
    label: { zh: '实名认证', en: 'Verify identity' },
    help: {
      zh: '核对过证件之后登记；加密保存，列表与导出只见掩码',
      en: 'Enter after verifying the ID document. Encrypted; lists and exports show only a mask.',
    },
    roles: admins,
    singleRecord: true,
    from: ['active', 'pending', 'banned'],
    input: {
      realName: secret(realName, { required: true, min: 2, max: 64 }),
      idCard: secret(idCard, {
        required: true,
        min: 18,
        max: 18,
        help: {
          zh: '18 位居民身份证号，核对校验位',
          en: '18-character Chinese ID card number. The check digit is verified.',
        },
      }),
    },
    output: {
      others: integer(
        { zh: '同证的其他用户', en: 'Other users with this ID card' },
        { help: { zh: '同一证件登记在几个别的用户上', en: 'Number of other users verified with the same ID card.' } },
      ),
    },
  },
  revealName: {
    on: 'record',
    label: { zh: '显示实名信息', en: 'Reveal real name' },
    roles: admins,
    when: [
      {
        field: 'realNameMask',
        holds: 'set',
        why: { zh: '没有登记实名信息', en: 'No real name is on record for this user.' },
      },
    ],
    stepUp: true,
    singleRecord: true,
    output: { realName: text(realName), idCard: text(idCard) },
  },
  unverify: {
    on: 'record',
    group: 'access',
    label: { zh: '撤销实名', en: 'Revoke verification' },
    help: { zh: '姓名与证件号一并清除', en: 'Deletes the name and the ID card number.' },
    roles: admins,
    danger: true,
    loss: 'reversible',
    from: ['active', 'pending', 'banned'],
  },
} as const satisfies Readonly<Record<string, Action>>;
