import { type Action, type AnyResource, allFields } from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { shownOnce } from '../../context/shown-once.ts';
import { getRejectedFields } from '../../output/print.ts';

/** The field names that a response can contain according to the definition. References are followed by their label. */
function recordNames(resource: AnyResource): string[] {
  const names = Object.keys(allFields(resource));
  return ['id', ...names, ...names.map((name) => `${name}Label`)];
}

function assertNamed(known: readonly string[], hint: readonly string[], context: Context): void {
  const unknown = context.options().fields?.filter((name) => !known.includes(name)) ?? [];
  if (unknown.length > 0) throw getRejectedFields(unknown, hint, context);
}

/** Rejects names in `--json=` that no record has, before anything is written. */
export function assertRecordFields(verb: 'create' | 'update', resource: AnyResource, context: Context): void {
  const own = ['id', ...Object.keys(allFields(resource))];
  assertNamed([...recordNames(resource), ...(verb === 'create' ? shownOnce : [])], own, context);
}

/** Does the same before an action whose response is known: it has a declared output, or only changes the state of its record. */
export function assertActionFields(
  resource: AnyResource,
  { output, to, singleRecord }: Action,
  context: Context,
): void {
  if (output) assertNamed([...recordNames(resource), ...Object.keys(output)], Object.keys(output), context);
  else if (to && !singleRecord) assertRecordFields('update', resource, context);
}
