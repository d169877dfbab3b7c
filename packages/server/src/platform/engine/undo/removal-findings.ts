import type { AnyResource, Diagnostic } from '@gantry/core';
import type { Operations } from '../operation.ts';
import { isFinal } from './undoable.ts';

/**
 * Where an own way to create or delete stands in the way of an undo, the definition says so, and nowhere else: people are told
 * before they delete. The server does not boot with any.
 */
export function diagnoseRemovals(resources: readonly AnyResource[], operations: Operations): Diagnostic[] {
  return resources.flatMap((resource) => {
    const isSealed = Object.values(resource.fields).some(({ kind }) => kind === 'secret');
    if (!resource.access.delete || isSealed) return [];
    const [create, remove] = [operations[`${resource.name}/create`], operations[`${resource.name}/delete`]];
    if (isFinal(create, remove) === (resource.removal === 'final')) return [];
    return [{ id: 'O005', where: resource.name, what: 'its removal and its operations differ over what comes back' }];
  });
}
