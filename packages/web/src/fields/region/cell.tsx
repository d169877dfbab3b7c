import { type RegionNamesAnswer, regionCalls } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import { useClient } from '../../app/api/index.ts';
import { type Calls, useCalls } from '../use-calls.ts';

/** As many codes as one call takes. */
const most = regionCalls.regionNames.input.codes.maxItems;

interface PendingCalls {
  readonly codes: Set<string>;
  readonly answer: Promise<RegionNamesAnswer>;
}

/** What the cells that are drawn in one go ask for: one call for all of them. */
const request = new WeakMap<object, PendingCalls>();

function batchCalls(client: object, calls: Calls): PendingCalls {
  const codes = new Set<string>();
  const answer = Promise.resolve().then(() => {
    request.delete(client);
    return calls.call<RegionNamesAnswer>(regionCalls.regionNames.path, { codes: [...codes] });
  });
  const begun = { codes, answer };
  request.set(client, begun);
  return begun;
}

async function nameOf(client: object, calls: Calls, code: string): Promise<string> {
  const begun = request.get(client);
  const { codes, answer } = begun && begun.codes.size < most ? begun : batchCalls(client, calls);
  codes.add(code);
  const { names } = await answer;
  return names[code] ?? code;
}

/** A region by its full name; by its code until that is known. */
export function RegionCell({ code }: { readonly code: string }) {
  const client = useClient();
  const calls = useCalls();
  const { data = code } = useQuery({
    queryKey: ['regions', 'name', code],
    queryFn: () => nameOf(client, calls, code),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return <span title={`${data} ${code}`}>{data}</span>;
}
