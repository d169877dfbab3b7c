import { describe, expect, it } from 'vitest';
import { findRegion, regionsAround } from './regions.ts';

describe('a region', () => {
  it.each([
    ['广东省', { code: '440000', level: 'province' }],
    ['深圳市', { code: '440300', name: '广东省深圳市', level: 'city' }],
    ['440305', { code: '440305', name: '广东省深圳市 440305', level: 'district' }],
    [' 440305  南山区 ', { code: '440305', name: '广东省深圳市南山区', level: 'district' }],
    ['110105 朝阳区', { code: '110105', name: '北京市朝阳区', level: 'district' }],
  ])('is found by %j', (given, found) => {
    expect(findRegion(given)).toMatchObject(found);
  });

  it.each(['', '999999', '449905', '440000 广东', '44030', '4403055', '南山区', '440305 1'])('is not %j', (given) => {
    expect(findRegion(given)).toBeNull();
  });

  it('lies within others, the nearest first', () => {
    expect(regionsAround('440305')).toEqual(['440305', '440300', '440000']);
    expect(regionsAround('440300')).toEqual(['440300', '440000']);
  });
});
