import type { AnyResource } from '@gantry/core';

/** What every answer of a resource's list is kept under. */
export function listKey({ name }: AnyResource): readonly string[] {
  return ['list', name];
}
