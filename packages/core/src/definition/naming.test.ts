import { expect, it } from 'vitest';
import { camel, kebab, snake, tableName } from './naming.ts';
import { localeOf } from './words.ts';

it.each([
  ['redeemCode', 'redeem-code', 'redeem_code', 'redeem_codes'],
  ['notice', 'notice', 'notice', 'notices'],
  ['drawCategory', 'draw-category', 'draw_category', 'draw_categories'],
  ['apiKey', 'api-key', 'api_key', 'api_keys'],
  ['redeemBatch', 'redeem-batch', 'redeem_batch', 'redeem_batches'],
])('names %s everywhere', (name, url, column, table) => {
  expect([kebab(name), snake(name), tableName(name), camel(url)]).toEqual([url, column, table, name]);
});

it.each([
  [null, 'zh-CN'],
  ['', 'zh-CN'],
  ['zh-CN', 'zh-CN'],
  ['zh-TW,zh;q=0.9', 'zh-CN'],
  ['en-GB', 'en-US'],
  ['fr', 'en-US'],
  ['*', 'en-US'],
])('takes the locale %j for %s', (given, locale) => {
  expect(localeOf(given)).toBe(locale);
});
