import { bannedWord } from '@gantry/core';
import { beforeAll, expect, it } from 'vitest';
import { type Context, createContext } from '../../context/context.ts';
import { parseId } from './ids.ts';
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

it.each(['colour=red', 'word', 'remark=x', 'createdAt=soon', 'hitCount=1..many'])(
  'refuses --where %s',
  async (given) => {
    await expect(parseWhere([given], bannedWord, context)).rejects.toThrow('--where');
  },
);

it('takes one id, and refuses none or several instead of the first of them', () => {
  expect(parseId('#7', context)).toBe(7);
  expect(() => parseId('7,8', context)).toThrow('takes one record');
  expect(() => parseId('', context)).toThrow('Missing argument: id');
});
