import { describe, expect, it } from 'vitest';
import { findRegion, listRegions, listRegionsAround, listRegionsWithin } from './regions.ts';

describe('a region', () => {
  it.each([
    ['广东省', { code: '440000', level: 'province' }],
    ['深圳市', { code: '440300', name: '广东省深圳市', level: 'city' }],
    ['440305', { code: '440305', name: '广东省深圳市南山区', level: 'district' }],
    ['广东省深圳市南山区', { code: '440305' }],
    ['罗湖区', { code: '440303' }],
    ['仙桃市', { code: '429004', name: '湖北省仙桃市', level: 'district' }],
    ['440399', { code: '440399', name: '广东省深圳市 440399', level: 'district' }],
    ['440399 新设区', { code: '440399', name: '广东省深圳市新设区', level: 'district' }],
    [' 440305  南山区 ', { code: '440305', name: '广东省深圳市南山区', level: 'district' }],
    ['110105 朝阳区', { code: '110105', name: '北京市朝阳区', level: 'district' }],
  ])('is found by %j', (given, found) => {
    expect(findRegion(given)).toMatchObject(found);
  });

  it.each(['', '999999', '449905', '440000 广东', '44030', '4403055', '南山区', '440305 1'])('is not %j', (given) => {
    expect(findRegion(given)).toBeNull();
  });

  it('is listed within its province or city, and within only one of them', () => {
    const below = (code: string | null): string[] =>
      listRegionsWithin(code).flatMap((region) => [
        region.code,
        ...(region.level === 'district' ? [] : below(region.code)),
      ]);
    expect(below(null).sort()).toEqual(
      listRegions()
        .map(({ code }) => code)
        .sort(),
    );
    expect(listRegionsWithin('440300').map(({ shortName }) => shortName)).toContain('南山区');
    expect(listRegionsWithin('420000').map(({ shortName }) => shortName)).toEqual(
      expect.arrayContaining(['武汉市', '仙桃市']),
    );
    expect(listRegionsWithin('110000').every(({ level }) => level === 'district')).toBe(true);
  });

  it('returns the regions around it, the nearest first', () => {
    expect(listRegionsAround('440305')).toEqual(['440305', '440300', '440000']);
    expect(listRegionsAround('440300')).toEqual(['440300', '440000']);
  });
});
