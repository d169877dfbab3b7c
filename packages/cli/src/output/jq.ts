/// <reference path="./jq-web.d.ts" />
import process from 'node:process';
import { errorMessage } from '@gantry/core';
import jqWeb from 'jq-web';
import { CliError, exitCodes } from '../context/exit.ts';

/** jq, compiled to WebAssembly. It reads the given text, and neither files nor the environment. */
interface Jq {
  /** The output of the filter for each value of a JSON text, without the last line break; undefined when there is none. */
  raw(text: string, filter: string, flags: readonly string[]): string | undefined;
}

/** The error message of jq in one line, without the number of errors. */
function getMessage(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr ?? '') : '';
  const lines = said.split('\n').map((line) => line.trim());
  const words = lines.filter((line) => line !== '' && !/^jq: \d+ compile errors?$/.test(line)).join(' ');
  return words || errorMessage(error);
}

async function run(text: string, filter: string, flags: readonly string[]): Promise<string> {
  const jq = (await jqWeb) as Jq;
  const status = process.exitCode;
  try {
    // The leading space keeps a filter that starts with a minus from being read as a flag.
    const made = jq.raw(text, ` ${filter}`, flags);
    return made === undefined ? '' : `${made}\n`;
  } catch (error) {
    throw new CliError(getMessage(error), exitCodes.usage);
  } finally {
    // jq sets an exit status of its own.
    process.exitCode = status;
  }
}

/** Throws the message of jq for a filter with a syntax error, before anything else is done. */
export async function checkFilter(filter: string): Promise<void> {
  await run('', filter, []);
}

/**
 * Applies a filter to a value. Returns one line per result; texts are printed without quotes.
 * @param pretty formats objects and lists over several lines
 */
export async function applyFilter(filter: string, value: unknown, pretty: boolean): Promise<string> {
  return run(JSON.stringify(value), filter, pretty ? ['-r'] : ['-r', '-c']);
}
