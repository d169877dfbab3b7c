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

/** A positive number of a flag, or a refusal that names it. */
export function parsePositive(given: string, name: string, context: Context): number {
  const value = /^\d+$/.test(given) ? Number(given) : 0;
  if (!Number.isSafeInteger(value) || value < 1)
    throw new CliError(context.t('cli.invalidValue', { name, value: given }), exitCodes.usage, {
      hint: context.t('cli.wholeNumber'),
    });
  return value;
}

/** A refusal of a command line that lacks an argument, with where to read on. */
export function createMissingArgumentError(name: string, { t, commandName }: Context): CliError {
  const hint = t('cli.hint', { command: commandName() });
  return new CliError(t('cli.missingArgument', { name }), exitCodes.usage, { hint });
}

/** The ids in what was piped: bare or in the first column, a line each, or in JSON as a list command writes it. */
function readPipedIds(text: string, context: Context): string[] {
  if (/^\s*[[{]/.test(text)) return parsePiped(text, context).flatMap(idsIn);
  const firsts = text.split(/\r?\n/).map((line) => line.split(/[\t,]/)[0]?.trim() ?? '');
  return firsts.filter((word, at) => !(at === 0 && word.toLowerCase() === 'id'));
}

/** JSON as a whole, else a value on each line. */
function parsePiped(text: string, { t }: Context): unknown[] {
  try {
    return [JSON.parse(text)];
  } catch (error) {
    const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
    try {
      return lines.map((line) => JSON.parse(line));
    } catch {
      throw new CliError(t('cli.badJson', { reason: error instanceof Error ? error.message : '' }), exitCodes.usage);
    }
  }
}

/** The id of a record, those of a list, and of an answer those of its items. */
function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? [String(value)] : [];
  if ('items' in value) return idsIn(value.items);
  return 'id' in value ? [String(value.id)] : [];
}

/** Ids given as words, or with `-` those of standard input: bare, in the first column of a list, or in JSON. */
export async function readIds(given: readonly string[], resource: AnyResource, context: Context): Promise<number[]> {
  if (!given.includes('-')) return findIds(given, resource, context);
  const { readStdin } = await import('../../prompts/ask.ts');
  const piped = readPipedIds(await readStdin(), context);
  const ids = await findIds([...given.filter((word) => word !== '-'), ...piped], resource, context);
  if (ids.length === 0) throw new CliError(context.t('cli.nothingToDo'), exitCodes.notFound);
  return ids;
}

/** Each word as an id: a number as it is, anything else by the record that it names. */
async function findIds(given: readonly string[], resource: AnyResource, context: Context): Promise<number[]> {
  const parts = given.flatMap((word) => (/^[#\d,]+$/.test(word) ? word.split(',') : [word]));
  const ids: number[] = [];
  for (const word of parts.filter((part) => part.trim() !== '')) {
    if (/^#?\d+$/.test(word)) ids.push(...parseIds([word], context));
    else ids.push(await (await import('./named-record.ts')).findRecordByName(word, resource, context));
  }
  return ids;
}

/** The one id that a command is about, given as a number, a name, or with `-` by standard input. */
export async function readId(given: string, resource: AnyResource, context: Context): Promise<number> {
  return only(await readIds([given], resource, context), context);
}

/** The one id that a word is. */
export function parseId(given: string, context: Context): number {
  return only(parseIds([given], context), context);
}

function only([id, ...more]: readonly number[], context: Context): number {
  if (id === undefined) throw createMissingArgumentError('id', context);
  if (more.length > 0) throw new CliError(context.t('cli.oneRecord'), exitCodes.usage);
  return id;
}

/** Ids given as words, each a positive whole number. */
export function parseIds(given: readonly string[], context: Context): number[] {
  return given
    .flatMap((word) => word.split(','))
    .filter((word) => word !== '')
    .map((word) => parsePositive(word.replace(/^#/, ''), 'ID', context));
}

/** Calls at a time, by `--concurrency`. */
export function parseConcurrency(given: string | undefined, context: Context): number {
  const count = parsePositive(given ?? '1', '--concurrency', context);
  if (count <= maxConcurrent) return count;
  const rejected = context.t('cli.invalidValue', { name: '--concurrency', value: String(count) });
  throw new CliError(rejected, exitCodes.usage, { hint: `1..${maxConcurrent}` });
}
