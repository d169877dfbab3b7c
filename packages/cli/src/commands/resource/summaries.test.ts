import { describe, expect, it } from 'vitest';
import { describeAction, describeName, describeNames } from './summaries.ts';

describe('describeName and describeNames', () => {
  it.each([
    ['Order', 'an order', 'orders'],
    ['User', 'a user', 'users'],
    ['Membership', 'a membership', 'memberships'],
    ['AI icon', 'an AI icon', 'AI icons'],
    ['URL', 'a URL', 'URLs'],
    ['API key', 'an API key', 'API keys'],
    ['Usage record', 'a usage record', 'usage records'],
    ['PDF document', 'a PDF document', 'PDF documents'],
  ])('writes %s with its article and in the plural', (en, one, many) => {
    const label = { zh: '名称', en };
    expect([describeName(label, 'en-US'), describeNames(label, 'en-US')]).toEqual([one, many]);
    expect(describeName(label, 'zh-CN')).toBe('名称');
  });
});

describe('describeAction', () => {
  it.each([
    ['close', 'Close', '关闭', 'close an order', '关闭订单'],
    ['markPaid', 'Mark as paid', '人工确认支付', 'mark an order as paid', '人工确认支付'],
    ['refund', 'Refund', '退款', 'refund an order', '退款'],
    ['approve', 'Approve and execute', '批准并执行', 'approve and execute an order', '批准并执行'],
    ['timeline', 'Timeline', '时间线', 'show the timeline', '查看时间线'],
    ['previewRefund', 'Preview a refund', '退款试算', 'preview a refund', '退款试算'],
  ])('describes %s as an imperative in both languages', (action, en, zh, inEnglish, inChinese) => {
    expect(describeAction(action, { zh, en }, 'an order', 'en-US')).toBe(inEnglish);
    expect(describeAction(action, { zh, en }, '订单', 'zh-CN')).toBe(inChinese);
  });
});
