import { expect, test } from 'vitest';
import { pickTitleField } from './english-title.ts';

test('pickTitleField picks the English title in English and falls back to the Chinese one', () => {
  const both = { name: '月度会员', nameEn: 'Monthly' };
  expect(pickTitleField('name', both, 'en-US')).toBe('nameEn');
  expect(pickTitleField('name', both, 'zh-CN')).toBe('name');
  expect(pickTitleField('name', { name: '月度会员', nameEn: '' }, 'en-US')).toBe('name');
  expect(pickTitleField('name', { name: '月度会员', nameEn: null }, 'en-US')).toBe('name');
  expect(pickTitleField('name', { name: 'Lin Xiao' }, 'en-US')).toBe('name');
});
