import { bannedWord } from '@gantry/core';
import { beforeAll, expect, it, vi } from 'vitest';
import { type Context, createContext } from '../../context/context.ts';
import { parseId } from './filters.ts';
import { parseWhere } from './where.ts';

let context: Context;
beforeAll(async () => {
  context = await createContext(['--locale', 'en-US'], 'test');
});

it.each([
  ['status=enabled', { status: ['enabled'] }],
  ['level=2,3', { level: ['2', '3'] }],
  ['category=广告', { category: ['ad'] }],
  ['id=5..9', { id: { from: 5, to: 9 } }],
  ['created-at=2026-01-01T00:00:00Z..', { createdAt: { from: Date.UTC(2026, 0, 1) } }],
])('reads --where %s', async (given, filters) => {
  expect(await parseWhere([given], bannedWord, context)).toEqual(filters);
});

it('takes a day for all of it in the zone of the site, the last day of a range included', async () => {
  vi.stubEnv('TZ', 'Asia/Shanghai');
  const span = async (given: string) => (await parseWhere([`createdAt=${given}`], bannedWord, context)).createdAt;
  const day = { from: Date.UTC(2026, 10, 23, 16), to: Date.UTC(2026, 10, 24, 16) - 1 };
  expect(await span('2026-11-24')).toEqual(day);
  expect(await span('2026-11-24..2026-11-24')).toEqual(day);
  expect(await span('2026/11/24 9:00..')).toEqual({ from: Date.UTC(2026, 10, 24, 1) });
  const today = (await span('today')) as typeof day;
  expect(today.to + 1 - today.from).toBe(86_400_000);
  vi.unstubAllEnvs();
});

it.each([
  'colour=red',
  'word',
  'remark=x',
  'createdAt=soon',
  'createdAt=2026-02-30',
  'createdAt=2026-11-01..2026-11-31',
  'hitCount=1..many',
])('refuses --where %s', async (given) => {
  await expect(parseWhere([given], bannedWord, context)).rejects.toThrow('--where');
});

it('takes one id, and refuses none or several instead of the first of them', () => {
  expect(parseId('#7', context)).toBe(7);
  expect(() => parseId('7,8', context)).toThrow('takes one record');
  expect(() => parseId('', context)).toThrow('Missing argument: id');
});
