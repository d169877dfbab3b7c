import type { Command } from 'commander';
import type { Context } from '../context/context.ts';
import { CliError, exitCodes } from '../context/exit.ts';
import { readFileBytes } from '../context/input-file.ts';
import { printAnswer } from '../output/print.ts';
import { readStdin } from '../prompts/ask.ts';

/** A JSON argument: as typed, `-` or `@-` for standard input, `@file` for a file. */
export async function readJson(given: string, context: Context): Promise<unknown> {
  if (given === '-' || given === '@-') return readJsonText(await readStdin(), context);
  return readJsonText(given.startsWith('@') ? String(readFileBytes(given.slice(1), context)) : given, context);
}

/** JSON that a user wrote: invalid JSON is a usage error. */
export function readJsonText(text: string, context: Context): unknown {
  try {
    // Some editors start a file with a byte order mark.
    return JSON.parse(text.replace(/^\ufeff/, ''));
  } catch (error) {
    throw new CliError(
      context.t('cli.badJson', { reason: error instanceof Error ? error.message : '' }),
      exitCodes.usage,
    );
  }
}

export function fillApi(command: Command, context: Context): void {
  command
    .argument('<path>')
    .option('-d, --body <json>', context.t('cli.body'), '{}')
    .addHelpText(
      'after',
      `\n${context.t('cli.examples')}\n  gantry api data_panel\n  gantry api banned-word/list --body '{"pageSize": 5}' --jq '.items[].word'\n  echo '{"id": 7}' | gantry api banned-word/get --body -`,
    )
    .action(async (path: string, flags: { body: string }) => {
      const body = await readJson(flags.body, context);
      const client = await context.client();
      const data = await client.call(path.startsWith('/') ? path : `/${path}`, body, {
        idempotencyKey: crypto.randomUUID(),
      });
      await printAnswer(context, data, context.form('json'));
    });
}
