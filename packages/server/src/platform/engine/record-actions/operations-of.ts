import type { AnyResource } from '@gantry/core';
import type { Operation, Operations } from '../operation.ts';

/** Operations of one resource, as the registry names them. */
export function createOperationsFor(
  resource: AnyResource,
  operations: Readonly<Record<string, Operation>>,
): Operations {
  return Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [`${resource.name}/${name}`, operation]),
  );
}
