import { type AnyResource, filterNames, findField, kebab, localize } from '@gantry/core';
import type { Command } from 'commander';
import { maxConcurrent } from '../../bulk/in-order.ts';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';

/** Filters by a reference have a flag of their own: `batchId` is `--batch`. */
function referenceFilters(resource: AnyResource): { readonly name: string; readonly flag: string }[] {
  return filterNames(resource).flatMap((name) => {
    const field = findField(resource, name);
    return field?.kind === 'reference' ? [{ name, flag: name.replace(/Id$/, '') }] : [];
  });
}

export function addReferenceFlags(command: Command, resource: AnyResource, context: Context): void {
  for (const { name, flag } of referenceFilters(resource)) {
    const label = findField(resource, name)?.label;
    command.option(`--${kebab(flag)} <n|name>`, label ? localize(label, context.locale) : name);
  }
}

/** What the flags of references say, as `--where` would say it. */
export function buildReferenceFilters(flags: Readonly<Record<string, unknown>>, resource: AnyResource): string[] {
  return referenceFilters(resource).flatMap(({ name, flag }) => {
    const given = flags[flag];
    return typeof given === 'string' ? [`${name}=${given}`] : [];
  });
}

/** Gathers a flag that may be repeated. */
export function gather(value: string, earlier: readonly string[]): string[] {
  return [...earlier, value];
}

/** A positive number of a flag, or an error that names it. */
export function parsePositive(given: string, name: string, context: Context): number {
  const value = /^\d+$/.test(given) ? Number(given) : 0;
  if (!Number.isSafeInteger(value) || value < 1)
    throw new CliError(context.t('cli.invalidValue', { name, value: given }), exitCodes.usage, {
      hint: context.t('cli.wholeNumber'),
    });
  return value;
}

/** The error of a command line that lacks an argument, with the command that shows its help. */
export function createMissingArgumentError(name: string, { t, commandName }: Context): CliError {
  const hint = t('cli.hint', { command: commandName() });
  return new CliError(t('cli.missingArgument', { name }), exitCodes.usage, { hint });
}

/** Calls at a time, by `--concurrency`. */
export function parseConcurrency(given: string | undefined, context: Context): number {
  const count = parsePositive(given ?? '1', '--concurrency', context);
  if (count <= maxConcurrent) return count;
  const rejected = context.t('cli.invalidValue', { name: '--concurrency', value: String(count) });
  throw new CliError(rejected, exitCodes.usage, { hint: `1..${maxConcurrent}` });
}
