import { open } from 'node:fs/promises';
import process from 'node:process';
import { isObject, type Values } from '@gantry/core';
import type { Context } from '../context/context.ts';
import { CliError, exitCodes } from '../context/exit.ts';
import { describeReason } from '../context/file-problems.ts';
import { isImagePath } from './images.ts';
import { readLines } from './text-lines.ts';

/** The first line of a file. A later format gets another version. */
export const contentHeader = { format: 'gantry-content', version: 1 } as const;

export interface RecordLine {
  /** The command of the entity. */
  readonly entity: string;
  readonly values: Values;
  readonly state: string | null;
}
/** An image, which precedes the first record that refers to it. */
interface PictureLine {
  readonly picture: string;
  /** Base64. */
  readonly bytes: string;
}
/** The last line. A file without it is incomplete. */
interface EndLine {
  readonly end: number;
}

export interface ContentFile {
  readonly records: readonly (RecordLine & { readonly line: number })[];
  /** Base64 of each image, by its path. */
  readonly pictures: ReadonlyMap<string, string>;
  readonly broken: readonly { readonly line: number; readonly reason: string }[];
}

function parseLine(text: string): RecordLine | PictureLine | EndLine | null {
  const given: unknown = JSON.parse(text);
  if (!isObject(given)) return null;
  const { entity, values, state = null, picture, bytes, end } = given;
  if (typeof end === 'number') return { end };
  if (typeof picture === 'string' && typeof bytes === 'string' && isImagePath(picture)) return { picture, bytes };
  if (typeof entity !== 'string' || !isObject(values) || (state !== null && typeof state !== 'string')) return null;
  return { entity, values, state };
}

function assertHeader(text: string, { t }: Context): void {
  const words = t('content.noFile', { version: contentHeader.version });
  try {
    const given: unknown = JSON.parse(text);
    if (isObject(given) && given.format === contentHeader.format && given.version === contentHeader.version) return;
  } catch {
    // Invalid JSON: the file has another format.
  }
  throw new CliError(words, exitCodes.usage);
}

async function openLines(file: string, { t }: Context): Promise<AsyncIterable<string>> {
  if (file === '-') return readLines(process.stdin);
  try {
    const handle = await open(file);
    return readLines(handle.createReadStream());
  } catch (error) {
    const reason = t('cli.describeFileProblem', { file, reason: describeReason(error, t) });
    throw new CliError(t('cli.badFile', { reason }), exitCodes.usage);
  }
}

/** Reads a content file. An invalid line is reported with its number; an incomplete file is rejected. */
export async function readContent(file: string, context: Context): Promise<ContentFile> {
  const records: (RecordLine & { readonly line: number })[] = [];
  const pictures = new Map<string, string>();
  const broken: { line: number; reason: string }[] = [];
  let line = 0;
  let isComplete = false;
  for await (const text of await openLines(file, context)) {
    line += 1;
    if (line === 1) assertHeader(text.replace(/^\ufeff/, ''), context);
    else if (text.trim() !== '') {
      try {
        const given = parseLine(text);
        if (given === null) broken.push({ line, reason: context.t('content.badLine') });
        else if ('end' in given) isComplete = true;
        else if ('picture' in given) pictures.set(given.picture, given.bytes);
        else records.push({ line, ...given });
      } catch (error) {
        const reason = error instanceof Error ? error.message : '';
        broken.push({ line, reason: context.t('cli.badJson', { reason }) });
      }
    }
  }
  if (line === 0) assertHeader('', context);
  if (!isComplete) throw new CliError(context.t('content.cutOff', { line }), exitCodes.usage);
  return { records, pictures, broken };
}
