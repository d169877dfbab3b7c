import { defineCalls, everyone } from '../../definition/index.ts';
import { tags, text } from '../../fields/index.ts';

/** Provinces, cities and districts by their GB/T 2260 codes. */
export const regionCalls = defineCalls({
  regionsWithin: {
    path: '/region/within',
    label: { zh: '下级行政区', en: 'Subregions' },
    roles: everyone,
    reads: true,
    input: {
      code: text(
        { zh: '行政区', en: 'Region' },
        { max: 6, pattern: '\\d{6}', help: { zh: '留空列出省份', en: 'Leave empty to list the provinces' } },
      ),
    },
  },
  regionNames: {
    path: '/region/names',
    label: { zh: '行政区名称', en: 'Names of regions' },
    roles: everyone,
    reads: true,
    input: { codes: tags({ zh: '代码', en: 'Codes' }, { required: true, maxItems: 200 }) },
  },
});

export interface RegionsAnswer {
  readonly regions: readonly {
    readonly code: string;
    readonly name: string;
    readonly level: 'province' | 'city' | 'district';
  }[];
}

/** Full names by code. Unknown codes are omitted. */
export interface RegionNamesAnswer {
  readonly names: Readonly<Record<string, string>>;
}
