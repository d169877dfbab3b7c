import { expect, it } from 'vitest';
import { formatJsonLines } from '../modules/calls.ts';
import { approval, approvalKinds, frontVersion, refund } from '../modules/resources.ts';
import { getApprovalParts, getResultField } from './told-field.ts';

const context = { locale: 'zh-CN', timeZone: 'UTC' } as const;
const reported = (record: Readonly<Record<string, unknown>>, value: unknown) => {
  const field = getResultField(approval, record, 'input', approval.fields.input);
  return field.kind === 'json' ? formatJsonLines(value, field, context) : null;
};

it('getResultField labels the input of an approval like the fields of its action', () => {
  expect(reported({ kind: 'refund' }, { amount: 9900, reason: '重复', shortfall: 'reject', externalNo: '' })).toEqual([
    '退款金额: ¥99.00',
    '原因: 重复',
    '收回不足时: 不退',
  ]);
  for (const kind of Object.keys(approvalKinds)) expect(Object.keys(getApprovalParts({ kind }))).not.toEqual([]);
  expect(reported({ kind: 'constructor' }, { amount: 1 })).toEqual(['amount: 1']);
});

it('getResultField labels a front-end version like its settings, and leaves other fields unchanged', () => {
  const field = getResultField(frontVersion, {}, 'content', frontVersion.fields.content);
  const lines = field.kind === 'json' ? formatJsonLines({ brand: { siteName: 'A' } }, field, context) : null;
  expect(lines).toEqual(['品牌 / 站点名称: A']);
  expect(getResultField(refund, {}, 'reason', refund.fields.reason)).toBe(refund.fields.reason);
});
