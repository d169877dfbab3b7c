import { bannedWord } from '@gantry/core';
import { beforeAll, expect, it, vi } from 'vitest';
import { type Context, createContext } from '../../context/context.ts';
import { parseId } from './ids.ts';
import { parseWhere, splitContains } from './where.ts';

let context: Context;
beforeAll(async () => {
  context = await createContext(['--locale', 'en-US'], 'test');
});

it.each([
  ['status=enabled', { status: ['enabled'] }],
  ['level=2,3', { level: ['2', '3'] }],
  ['category=广告', { category: ['ad'] }],
  ['id=5..9', { id: { from: 5, to: 9 } }],
  ['id>=5', { id: { from: 5 } }],
  ['id<5', { id: { to: 4 } }],
  ['id>5', { id: { from: 6 } }],
  ['status!=enabled', { status: ['disabled'] }],
  ['level!=1,2', { level: ['3'] }],
  ['created-at=2026-01-01T00:00:00Z..', { createdAt: { from: Date.UTC(2026, 0, 1) } }],
])('reads --where %s', async (given, filters) => {
  expect(await parseWhere([given], bannedWord, context)).toEqual(filters);
});

it('reads a day as the full day in the time zone of the site, including the last day of a range', async () => {
  vi.stubEnv('TZ', 'Asia/Shanghai');
  const span = async (given: string) => (await parseWhere([`createdAt${given}`], bannedWord, context)).createdAt;
  const day = { from: Date.UTC(2026, 10, 23, 16), to: Date.UTC(2026, 10, 24, 16) - 1 };
  expect(await span('=2026-11-24')).toEqual(day);
  expect(await span('=2026-11-24..2026-11-24')).toEqual(day);
  expect(await span('=2026/11/24 9:00..')).toEqual({ from: Date.UTC(2026, 10, 24, 1) });
  expect(await span('>2026-11-24')).toEqual({ from: day.to + 1 });
  expect(await span('<2026-11-24')).toEqual({ to: day.from - 1 });
  const today = (await span('=today')) as typeof day;
  expect(today.to + 1 - today.from).toBe(86_400_000);
  vi.unstubAllEnvs();
});

it.each([
  'status=no',
  'hitCount!=1',
  'status>1',
  'colour=red',
  'word',
  'remark=x',
  'createdAt=soon',
  'createdAt=2026-02-30',
  'createdAt=2026-11-01..2026-11-31',
  'createdAt>2026-11-01..2026-11-30',
  'hitCount=1..many',
])('rejects --where %s', async (given) => {
  await expect(parseWhere([given], bannedWord, context)).rejects.toThrow('--where');
});

it('accepts exactly one id and rejects none or several', () => {
  expect(parseId('#7', context)).toBe(7);
  expect(() => parseId('7,8', context)).toThrow('takes one record');
  expect(() => parseId('', context)).toThrow('Missing argument: id');
});

it('searches for the text of a contains filter, and rejects a second one', () => {
  const split = (given: string[], keyword?: string) => splitContains(given, keyword, bannedWord, context);
  expect(split(['word~spring', 'id>5'])).toEqual({ where: ['id>5'], keyword: 'spring' });
  expect(split(['id>5'], 'autumn')).toEqual({ where: ['id>5'], keyword: 'autumn' });
  expect(() => split(['word~spring'], 'autumn')).toThrow('--where');
  expect(() => split(['level~2'])).toThrow('--where');
});
