import { type AnyResource, getResourcePath } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import type { FieldRecord } from '../../fields/index.ts';
import { useCalls } from '../../fields/index.ts';

export function recordKey(resource: AnyResource, id: number): readonly unknown[] {
  return ['record', resource.name, id];
}

/** Loads a full record, and refetches it each time that it is opened. */
export function useRecord(resource: AnyResource, id: number) {
  const calls = useCalls();
  return useQuery({
    queryKey: recordKey(resource, id),
    queryFn: () => calls.call<FieldRecord>(getResourcePath(resource.name, 'get'), { id }),
    staleTime: 0,
    gcTime: 0,
  });
}
