import { type AnyResource, findField, kebab, listFilterNames, localize } from '@gantry/core';
import type { Command } from 'commander';
import { maxConcurrent } from '../../bulk/in-order.ts';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';

/** The filters by a reference and their flags: `batchId` is `--batch`. */
function listReferenceFilters(resource: AnyResource): { readonly name: string; readonly flag: string }[] {
  return listFilterNames(resource).flatMap((name) => {
    const field = findField(resource, name);
    return field?.kind === 'reference' ? [{ name, flag: name.replace(/Id$/, '') }] : [];
  });
}

export function addReferenceFlags(command: Command, resource: AnyResource, context: Context): void {
  for (const { name, flag } of listReferenceFilters(resource)) {
    const label = findField(resource, name)?.label;
    command.option(`--${kebab(flag)} <n|name>`, label ? localize(label, context.locale) : name);
  }
}

/** Translates the flags of references into `--where` conditions. */
export function buildReferenceFilters(flags: Readonly<Record<string, unknown>>, resource: AnyResource): string[] {
  return listReferenceFilters(resource).flatMap(({ name, flag }) => {
    const given = flags[flag];
    return typeof given === 'string' ? [`${name}=${given}`] : [];
  });
}

/** Collects the values of a repeatable flag. */
export function gather(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}

/** Reads a positive integer; the error names the flag. */
export function parsePositive(given: string, name: string, context: Context): number {
  const value = /^\d+$/.test(given) ? Number(given) : 0;
  if (!Number.isSafeInteger(value) || value < 1)
    throw new CliError(context.t('cli.invalidValue', { name, value: given }), exitCodes.usage, {
      hint: context.t('cli.wholeNumber'),
    });
  return value;
}

/** The error for a missing argument, with the command that shows its help. */
export function createMissingArgumentError(name: string, { t, commandName }: Context): CliError {
  const hint = t('cli.hint', { command: commandName() });
  return new CliError(t('cli.missingArgument', { name }), exitCodes.usage, { hint });
}

/** The number of parallel calls that `--concurrency` sets. */
export function parseConcurrency(given: string | undefined, context: Context): number {
  const count = parsePositive(given ?? '1', '--concurrency', context);
  if (count <= maxConcurrent) return count;
  const rejected = context.t('cli.invalidValue', { name: '--concurrency', value: String(count) });
  throw new CliError(rejected, exitCodes.usage, { hint: `1..${maxConcurrent}` });
}
