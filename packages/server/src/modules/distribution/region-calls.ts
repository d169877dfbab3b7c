import { type RegionNamesAnswer, type RegionsAnswer, regionCalls } from '@gantry/core';
import { type RegisterCall, serveCall } from '../../platform/http/call.ts';
import { getRegionName, listRegionsWithin } from './regions.ts';

/** The tree of regions, a step at a time, and what codes of it are called. */
export function addRegionCalls(register: RegisterCall): void {
  serveCall(register, regionCalls.regionsWithin, async ({ code }): Promise<RegionsAnswer> => {
    const regions = listRegionsWithin(typeof code === 'string' ? code : null);
    return { regions: regions.map(({ code: own, shortName, level }) => ({ code: own, name: shortName, level })) };
  });
  serveCall(register, regionCalls.regionNames, async ({ codes }): Promise<RegionNamesAnswer> => {
    const named = (codes as readonly string[]).map((code) => [code, getRegionName(code)] as const);
    return { names: Object.fromEntries(named.filter(([, name]) => name !== null)) as Record<string, string> };
  });
}
