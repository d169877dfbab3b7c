import { districtList } from './district-list.ts';
import { regionList } from './region-list.ts';

/** A province, a city, or what lies within one. */
export interface Region {
  /** Six digits. */
  readonly code: string;
  readonly name: string;
  /** Its name without those of what it lies in. */
  readonly shortName: string;
  readonly level: 'province' | 'city' | 'district';
}

function regionsOf(line: string): Region[] {
  const [province = '', ...cities] = line.split(' ');
  const [prefix, name] = [province.slice(0, 2), province.slice(2)];
  return [
    { code: `${prefix}0000`, name, shortName: name, level: 'province' },
    ...cities.map(
      (city): Region => ({
        code: `${prefix}${city.slice(0, 2)}00`,
        name: `${name}${city.slice(2)}`,
        shortName: city.slice(2),
        level: 'city',
      }),
    ),
  ];
}

type Regions = ReadonlyMap<string, Region>;

function districtsOf(line: string, around: Regions): Region[] {
  const [prefix = '', ...districts] = line.split(' ');
  return districts.map((district): Region => {
    const [code, shortName] = [`${prefix}${district.slice(0, 4)}`, district.slice(4)];
    return { code, name: `${outerOf(code, around)?.name ?? ''}${shortName}`, shortName, level: 'district' };
  });
}

/** What a district lies in: its city, or its province where that runs it itself. */
function outerOf(code: string, regions: Regions): Region | undefined {
  return listRegionsAround(code)
    .slice(1)
    .map((outer) => regions.get(outer))
    .find((region) => region !== undefined);
}

let known: Regions | null = null;

/** Every region by its code, each before those within it. */
function regionsByCode(): Regions {
  if (known === null) {
    const outer = new Map(regionList.flatMap(regionsOf).map((region) => [region.code, region]));
    const districts = districtList.flatMap((line) => districtsOf(line, outer));
    known = new Map([...outer, ...districts.map((region) => [region.code, region] as const)]);
  }
  return known;
}

export function listRegions(): readonly Region[] {
  return [...regionsByCode().values()];
}

/** What lies in a region and in none of those within it; without one, the provinces. */
export function listRegionsWithin(code: string | null): readonly Region[] {
  const regions = regionsByCode();
  if (code === null) return listRegions().filter(({ level }) => level === 'province');
  const inner = (region: Region) =>
    region.code !== code &&
    (region.level === 'city' ? `${region.code.slice(0, 2)}0000` : outerOf(region.code, regions)?.code) === code;
  return listRegions().filter((region) => region.level !== 'province' && inner(region));
}

/** A district that came after the list, by its code and the name behind it: its city is known, or its province has none. */
function newDistrict(wanted: string): Region | null {
  const [, code = '', name = ''] = /^(\d{4}(?!00)\d{2})(?:\s+(\D{2,}))?$/.exec(wanted) ?? [];
  const regions = regionsByCode();
  const outer = code === '' ? undefined : outerOf(code, regions);
  const isLoose = outer?.level === 'province' && listRegions().some((one) => isCityOf(one, outer));
  if (!outer || isLoose) return null;
  return { code, name: `${outer.name}${name === '' ? ` ${code}` : name}`, shortName: name || code, level: 'district' };
}

const isCityOf = (region: Region, { code }: Region) =>
  region.level === 'city' && region.code.startsWith(code.slice(0, 2));

/**
 * A region by its code, with or without its name behind it, or by its name, with or without those of what it lies in. Null when there
 * is none, or several of that name; a city goes before a district that is called like it.
 */
export function findRegion(given: string): Region | null {
  const wanted = given.trim();
  const [, code = ''] = /^(\d{6})(?:\s+\D{2,})?$/.exec(wanted) ?? [];
  const byCode = regionsByCode().get(code);
  if (byCode && (byCode.level === 'district' || wanted === code)) return byCode;
  const named = listRegions().filter(({ name, shortName }) => name === wanted || shortName === wanted);
  const [outer = [], districts = []] = [named.filter(isOuter), named.filter((region) => !isOuter(region))];
  const found = outer.length > 0 ? outer : districts;
  return found.length === 0 ? newDistrict(wanted) : found.length === 1 ? (found[0] ?? null) : null;
}

const isOuter = ({ level }: Region) => level !== 'district';

/** What a code is called in full; null when no list has it. */
export function getRegionName(code: string): string | null {
  return regionsByCode().get(code)?.name ?? null;
}

/** The codes of regions that somebody with this code lives in, the nearest first. */
export function listRegionsAround(code: string): string[] {
  return [...new Set([code, `${code.slice(0, 4)}00`, `${code.slice(0, 2)}0000`])];
}

/** Is it the code of a province, a city, or of something within a province? */
export function isRegionCode(code: string): boolean {
  return /^\d{6}$/.test(code) && regionList.some((line) => line.startsWith(code.slice(0, 2)));
}
