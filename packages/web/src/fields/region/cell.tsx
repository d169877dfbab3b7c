import { type RegionNamesAnswer, regionCalls } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../app/api/index.ts';
import { type Calls, useCalls } from '../use-calls.ts';

/** Maximum number of codes per call. */
const most = regionCalls.regionNames.input.codes.maxItems;

interface PendingCalls {
  readonly codes: Set<string>;
  readonly answer: Promise<RegionNamesAnswer>;
}

/** Collects the codes of all cells in one render, so that one call loads them. */
const request = new WeakMap<object, PendingCalls>();

function createBatchedCalls(client: object, calls: Calls): PendingCalls {
  const codes = new Set<string>();
  const answer = Promise.resolve().then(() => {
    request.delete(client);
    return calls.call<RegionNamesAnswer>(regionCalls.regionNames.path, { codes: [...codes] });
  });
  const begun = { codes, answer };
  request.set(client, begun);
  return begun;
}

async function getName(client: object, calls: Calls, code: string): Promise<string> {
  const begun = request.get(client);
  const { codes, answer } = begun && begun.codes.size < most ? begun : createBatchedCalls(client, calls);
  codes.add(code);
  const { names } = await answer;
  return names[code] ?? code;
}

/** The full name of a region; its code until the name is loaded. */
export function RegionCell({ code }: { readonly code: string }) {
  const client = useClient();
  const calls = useCalls();
  const { data = code } = useQuery({
    queryKey: ['regions', 'name', code],
    queryFn: () => getName(client, calls, code),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <span title={`${data} ${code}`}>{data}</span>;
}
