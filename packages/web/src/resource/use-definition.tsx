import type { AnyResource } from '@gantry/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { forever } from '../app/api/index.ts';
import { loadCode } from '../ui/lazy-part.tsx';
import { Loading } from '../ui/parts/index.ts';
import { PartFailure } from '../ui/parts/part-failure.tsx';
import { useHost } from './resource-host.tsx';

/** The links between resources; empty until loaded. */
export function useSkeletons() {
  const { loadSkeletons } = useHost();
  return useQuery({ queryKey: ['skeletons'], queryFn: loadSkeletons, ...forever });
}

interface WithDefinitionProps {
  readonly name: string;
  readonly children: (resource: AnyResource) => ReactNode;
}

/** Renders its children once the full definition of a resource is loaded. */
export function WithDefinition({ name, children }: WithDefinitionProps) {
  const { loadResource } = useHost();
  const found = useQuery({
    queryKey: ['definition', name],
    queryFn: () => loadCode(() => loadResource(name)),
    ...forever,
  });
  if (found.data) return children(found.data);
  return found.isError ? <PartFailure onRetry={() => void found.refetch()} /> : <Loading />;
}
