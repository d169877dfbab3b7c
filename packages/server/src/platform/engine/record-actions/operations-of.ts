import type { AnyResource } from '@gantry/core';
import type { Operation, Operations } from '../operation.ts';

/** What can be done to records of a resource: its own actions, and those that every resource can have. */
type OperationName<R extends AnyResource> =
  | (keyof NonNullable<R['actions']> & string)
  | 'create'
  | 'update'
  | 'delete'
  | 'restore';

/** Operations of one resource, as the registry names them. */
export function createOperationsFor<R extends AnyResource>(
  resource: R,
  operations: Readonly<Partial<Record<OperationName<R>, Operation>>>,
): Operations {
  return Object.fromEntries(
    Object.entries(operations as Readonly<Record<string, Operation>>).map(([name, operation]) => [
      `${resource.name}/${name}`,
      operation,
    ]),
  );
}
