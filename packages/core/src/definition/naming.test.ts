import { expect, it } from 'vitest';
import { camel, kebab, snake, toTableName } from './naming.ts';
import { toLocale, toNames } from './words.ts';

it.each([
  ['redeemCode', 'redeem-code', 'redeem_code', 'redeem_codes'],
  ['notice', 'notice', 'notice', 'notices'],
  ['drawCategory', 'draw-category', 'draw_category', 'draw_categories'],
  ['apiKey', 'api-key', 'api_key', 'api_keys'],
  ['knowledge', 'knowledge', 'knowledge', 'knowledge_bases'],
  ['aiTech', 'ai-tech', 'ai_tech', 'ai_techs'],
  ['redeemBatch', 'redeem-batch', 'redeem_batch', 'redeem_batches'],
])('converts the resource name %s to URL, column and table names', (name, url, column, table) => {
  expect([kebab(name), snake(name), toTableName(name), camel(url)]).toEqual([url, column, table, name]);
});

it.each([
  [null, 'zh-CN'],
  ['', 'zh-CN'],
  ['zh-CN', 'zh-CN'],
  ['zh-cn', 'zh-CN'],
  ['zh-TW', 'en-US'],
  ['zh', 'en-US'],
  ['en-GB', 'en-US'],
  ['fr', 'en-US'],
  ['*', 'en-US'],
])('toLocale resolves %j to %s', (given, locale) => {
  expect(toLocale(given)).toBe(locale);
});

it.each([
  [
    { zh: '智能体', en: 'Agent' },
    { zh: '智能体', en: 'Agents' },
  ],
  [
    { zh: '流水', en: 'Ledger entry' },
    { zh: '流水', en: 'Ledger entries' },
  ],
  [
    { zh: '日', en: 'Day' },
    { zh: '日', en: 'Days' },
  ],
  [
    { zh: '批次', en: 'Code batch' },
    { zh: '批次', en: 'Code batches' },
  ],
  [
    { zh: '音乐', en: 'Music', many: 'Music' },
    { zh: '音乐', en: 'Music' },
  ],
])('toNames builds the plural of %j as %j', (name, names) => {
  expect(toNames(name)).toEqual(names);
});
