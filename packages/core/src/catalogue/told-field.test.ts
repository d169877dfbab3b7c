import { expect, it } from 'vitest';
import { jsonLines } from '../calls/index.ts';
import { approval, approvalKinds, frontVersion, refund } from '../resources/index.ts';
import { approvalParts, toldField } from './told-field.ts';

const context = { locale: 'zh-CN', timeZone: 'UTC' } as const;
const told = (record: Readonly<Record<string, unknown>>, value: unknown) => {
  const field = toldField(approval, record, 'input', approval.fields.input);
  return field.kind === 'json' ? jsonLines(value, field, context) : null;
};

it('tells what is asked for under the names of the action, money as money', () => {
  expect(told({ kind: 'refund' }, { amount: 9900, reason: '重复', shortfall: 'refuse', externalNo: '' })).toEqual([
    '退款金额: ¥99.00',
    '原因: 重复',
    '收回不足时: 不退',
  ]);
  for (const kind of Object.keys(approvalKinds)) expect(Object.keys(approvalParts({ kind }))).not.toEqual([]);
  expect(told({ kind: 'constructor' }, { amount: 1 })).toEqual(['amount: 1']);
});

it('tells a version of the front end under its settings, and leaves every other field as it is', () => {
  const field = toldField(frontVersion, {}, 'content', frontVersion.fields.content);
  const lines = field.kind === 'json' ? jsonLines({ brand: { siteName: 'A' } }, field, context) : null;
  expect(lines).toEqual(['品牌 / 站点名称: A']);
  expect(toldField(refund, {}, 'reason', refund.fields.reason)).toBe(refund.fields.reason);
});
