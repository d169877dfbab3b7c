import type { AnyResource } from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { createMissingArgumentError, parsePositive } from './filters.ts';

/** Reads ids from piped text: one per line, in the first column, or JSON as a list command writes it. */
function readPipedIds(text: string, context: Context): string[] {
  if (/^\s*[[{]/.test(text)) return parsePiped(text, context).flatMap(getIdsIn);
  const firsts = text.split(/\r?\n/).map((line) => line.split(/[\t,]/)[0]?.trim() ?? '');
  return firsts.filter((word, at) => !(at === 0 && word.toLowerCase() === 'id'));
}

/** Parses JSON as one value, else as one value per line. */
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

/** The id of a record, the ids of a list of records, or those of the items of a response. */
function getIdsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(getIdsIn);
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? [String(value)] : [];
  if ('items' in value) return getIdsIn(value.items);
  return 'id' in value ? [String(value.id)] : [];
}

/** Reads ids from arguments, or with `-` from standard input: one per line, in the first column of a list, or in JSON. */
export async function readIds(given: readonly string[], resource: AnyResource, context: Context): Promise<number[]> {
  if (!given.includes('-')) return findIds(given, resource, context);
  const { readStdin } = await import('../../prompts/ask.ts');
  const piped = readPipedIds(await readStdin(), context);
  const ids = await findIds([...given.filter((word) => word !== '-'), ...piped], resource, context);
  if (ids.length === 0) throw new CliError(context.t('cli.nothingToDo'), exitCodes.notFound);
  return ids;
}

/** Resolves each word to an id: a number is the id, anything else names a record. */
async function findIds(given: readonly string[], resource: AnyResource, context: Context): Promise<number[]> {
  const parts = given.flatMap((word) => (/^[#\d,]+$/.test(word) ? word.split(',') : [word]));
  const ids: number[] = [];
  for (const word of parts.filter((part) => part.trim() !== '')) {
    if (/^#?\d+$/.test(word)) ids.push(...parseIds([word], context));
    else ids.push(await (await import('./named-record.ts')).findRecordByName(word, resource, context));
  }
  return ids;
}

/** Resolves the one id of a command from a number, a name, or with `-` from standard input. */
export async function readId(given: string, resource: AnyResource, context: Context): Promise<number> {
  return requireOneId(await readIds([given], resource, context), context);
}

/** Parses exactly one id. */
export function parseId(given: string, context: Context): number {
  return requireOneId(parseIds([given], context), context);
}

function requireOneId([id, ...more]: readonly number[], context: Context): number {
  if (id === undefined) throw createMissingArgumentError('id', context);
  if (more.length > 0) throw new CliError(context.t('cli.oneRecord'), exitCodes.usage);
  return id;
}

/** Parses ids, each a positive integer. */
function parseIds(given: readonly string[], context: Context): number[] {
  return given
    .flatMap((word) => word.split(','))
    .filter((word) => word !== '')
    .map((word) => parsePositive(word.replace(/^#/, ''), 'ID', context));
}
