import { type RegionNamesAnswer, regionCalls } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useCalls } from '../use-calls.ts';

/** The full names of regions; their codes until the names are loaded. */
export function RegionNames({ codes }: { readonly codes: readonly unknown[] }) {
  const calls = useCalls();
  const requested = codes.filter((code): code is string => typeof code === 'string');
  const { data } = useQuery({
    queryKey: ['regions', 'names', requested],
    queryFn: () => calls.call<RegionNamesAnswer>(regionCalls.regionNames.path, { codes: requested }),
    enabled: requested.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <>{codes.map((code) => data?.names[String(code)] ?? (code === null ? '–' : String(code))).join(', ')}</>;
}
