/// <reference path="./jq-web.d.ts" />
import process from 'node:process';
import { errorMessage } from '@gantry/core';
import jqWeb from 'jq-web';
import { CliError, exitCodes } from '../context/exit.ts';

/** jq itself, compiled to WebAssembly. It sees the text that it is given, and neither files nor the environment. */
interface Jq {
  /** What the filter makes of each value in a text of JSON, without the last line break; undefined when it makes nothing. */
  raw(text: string, filter: string, flags: readonly string[]): string | undefined;
}

/** What jq says on its stderr, in a line; how many errors it found goes without saying. */
function wordsOf(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr ?? '') : '';
  const lines = said.split('\n').map((line) => line.trim());
  const words = lines.filter((line) => line !== '' && !/^jq: \d+ compile errors?$/.test(line)).join(' ');
  return words || errorMessage(error);
}

async function run(text: string, filter: string, flags: readonly string[]): Promise<string> {
  const jq = (await jqWeb) as Jq;
  const status = process.exitCode;
  try {
    // A space in front, so that a filter which starts with a minus is none of its flags.
    const made = jq.raw(text, ` ${filter}`, flags);
    return made === undefined ? '' : `${made}\n`;
  } catch (error) {
    throw new CliError(wordsOf(error), exitCodes.usage);
  } finally {
    // It leaves its own status behind.
    process.exitCode = status;
  }
}

/** Throws jq's own words on a filter that it does not understand, before anything else is done. */
export async function checkFilter(filter: string): Promise<void> {
  await run('', filter, []);
}

/**
 * What a filter makes of a value: a line each, a text as it is.
 * @param pretty objects and lists over several lines
 */
export async function applyFilter(filter: string, value: unknown, pretty: boolean): Promise<string> {
  return run(JSON.stringify(value), filter, pretty ? ['-r'] : ['-r', '-c']);
}
