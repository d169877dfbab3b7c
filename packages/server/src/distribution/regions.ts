import { regionList } from './region-list.ts';

/** A province, a city, or what lies within one. */
export interface Region {
  /** Six digits. */
  readonly code: string;
  readonly name: string;
  readonly level: 'province' | 'city' | 'district';
}

function regionsOf(line: string): Region[] {
  const [province = '', ...cities] = line.split(' ');
  const [prefix, name] = [province.slice(0, 2), province.slice(2)];
  return [
    { code: `${prefix}0000`, name, level: 'province' },
    ...cities.map(
      (city): Region => ({
        code: `${prefix}${city.slice(0, 2)}00`,
        name: `${name}${city.slice(2)}`,
        level: 'city',
      }),
    ),
  ];
}

export function allRegions(): readonly Region[] {
  return regionList.flatMap(regionsOf);
}

/**
 * A district by its code, and its name when that is given behind it. Districts are not listed: its city is, or its province where
 * that runs its districts itself.
 */
function districtOf(wanted: string, regions: readonly Region[]): Region | null {
  const [, code = '', name = ''] = /^(\d{4}(?!00)\d{2})(?:\s+(\D{2,}))?$/.exec(wanted) ?? [];
  const [, province] = regionsAround(code).slice(-2);
  const inProvince = regions.filter((region) => region.code.startsWith(code.slice(0, 2)));
  const city = regions.find((region) => region.level === 'city' && region.code === `${code.slice(0, 4)}00`);
  const own = inProvince.length === 1 ? regions.find((region) => region.code === province) : undefined;
  const around = city ?? own;
  if (code === '' || !around) return null;
  return { code, name: `${around.name}${name === '' ? ` ${code}` : name}`, level: 'district' };
}

/**
 * A region by its code, or by its name: a city with or without its province, a district by its code alone. Null when there is none,
 * or several.
 */
export function findRegion(given: string): Region | null {
  const wanted = given.trim();
  const regions = allRegions();
  const provinces = regions.filter(({ level }) => level === 'province');
  const shortName = ({ level, code, name }: Region) => {
    const own = provinces.find((province) => province.code.startsWith(code.slice(0, 2)));
    return level === 'city' && own ? name.slice(own.name.length) : name;
  };
  const named = regions.filter(
    (region) => region.code === wanted || region.name === wanted || shortName(region) === wanted,
  );
  return named.length === 0 ? districtOf(wanted, regions) : named.length === 1 ? (named[0] ?? null) : null;
}

/** The codes of regions that somebody with this code lives in, the nearest first. */
export function regionsAround(code: string): string[] {
  return [...new Set([code, `${code.slice(0, 4)}00`, `${code.slice(0, 2)}0000`])];
}

/** Is it the code of a province, a city, or of something within a province? */
export function isRegionCode(code: string): boolean {
  return /^\d{6}$/.test(code) && regionList.some((line) => line.startsWith(code.slice(0, 2)));
}
