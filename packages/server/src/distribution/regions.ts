import { regionList } from './region-list.ts';

/** A province or a city. */
export interface Region {
  /** Six digits. */
  readonly code: string;
  readonly name: string;
  readonly level: 'province' | 'city';
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

/** A region by its code, or by its name: a city with or without its province. Null when there is none, or several. */
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
  return named.length === 1 ? (named[0] ?? null) : null;
}

/** The codes of regions that somebody with this code lives in, the nearest first. */
export function regionsAround(code: string): string[] {
  return [...new Set([`${code.slice(0, 4)}00`, `${code.slice(0, 2)}0000`])];
}

/** Is it the code of a province, a city, or of something within a province? */
export function isRegionCode(code: string): boolean {
  return /^\d{6}$/.test(code) && regionList.some((line) => line.startsWith(code.slice(0, 2)));
}
