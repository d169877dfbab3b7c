import { type Action, type AnyResource, allFields } from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { shownOnce } from '../../context/shown-once.ts';
import { getRejectedFields } from '../../output/print.ts';

/** The names in an answered record, as far as the definition knows them: a reference has its label next to it. */
function recordNames(resource: AnyResource): string[] {
  const names = Object.keys(allFields(resource));
  return ['id', ...names, ...names.map((name) => `${name}Label`)];
}

function assertNamed(known: readonly string[], hint: readonly string[], context: Context): void {
  const unknown = context.options().fields?.filter((name) => !known.includes(name)) ?? [];
  if (unknown.length > 0) throw getRejectedFields(unknown, hint, context);
}

/** Rejects names in `--json=` that no record has, before the record is written. */
export function assertRecordFields(verb: 'create' | 'update', resource: AnyResource, context: Context): void {
  const own = ['id', ...Object.keys(allFields(resource))];
  assertNamed([...recordNames(resource), ...(verb === 'create' ? shownOnce : [])], own, context);
}

/** The same before an action whose answer is known: it says what that holds, or moves its record on and no more. */
export function assertActionFields(
  resource: AnyResource,
  { output, to, singleRecord }: Action,
  context: Context,
): void {
  if (output) assertNamed([...recordNames(resource), ...Object.keys(output)], Object.keys(output), context);
  else if (to && !singleRecord) assertRecordFields('update', resource, context);
}
