import { ApiError } from '@gantry/core';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isDeeperThan, parseJsonBody } from './json-body.ts';

const getDepth = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(getDepth)) : 0;

test('isDeeperThan() counts the nesting of JSON and ignores brackets in strings', () => {
  const valuesWithBrackets = fc.jsonValue({
    maxDepth: 8,
    stringUnit: fc.constantFrom('[', '{', '"', '\\', ']', '}', 'a', '\n'),
  });
  fc.assert(
    fc.property(valuesWithBrackets, fc.integer({ min: 0, max: 8 }), (value, max) => {
      expect(isDeeperThan(JSON.stringify(value), max)).toBe(getDepth(value) > max);
    }),
  );
});

test('parseJsonBody() returns the same value as JSON.parse()', () => {
  const values = fc.jsonValue({ maxDepth: 6 }).filter((value) => !/proto|constructor/.test(JSON.stringify(value)));
  fc.assert(
    fc.property(values, (value) => {
      expect(parseJsonBody(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

test.each([
  ['json', '{'],
  ['json', '\u0000'],
  ['depth', '['.repeat(33)],
  ['key', '{"a":{"__proto__":{}}}'],
  ['key', '{"\\u005f\\u005fproto\\u005f\\u005f":1}'],
  ['key', '[[{"constructor":1}]]'],
  ['key', '{"prototype":null}'],
])('parseJsonBody() rejects with the reason %s: %j', (reason, text) => {
  const rejection = (() => {
    try {
      return parseJsonBody(text);
    } catch (error) {
      return error;
    }
  })();
  expect(rejection).toBeInstanceOf(ApiError);
  expect(rejection).toMatchObject({ problem: 'invalid', detail: { data: { reason } } });
});

test('parseJsonBody() accepts the name of a forbidden key as a value', () => {
  expect(parseJsonBody('{"a":"__proto__","b":["constructor"]}')).toEqual({ a: '__proto__', b: ['constructor'] });
});

test('parseJsonBody() rejects a megabyte of brackets in less than 2 s of CPU time', () => {
  const startUsage = process.cpuUsage();
  expect(() => parseJsonBody('['.repeat(1_000_000))).toThrow(ApiError);
  expect(() => parseJsonBody(`"${'\\"['.repeat(300_000)}`)).toThrow(ApiError);
  expect(process.cpuUsage(startUsage).user / 1000).toBeLessThan(2000);
});
