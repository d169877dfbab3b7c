import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { completeValues } from './complete-values.ts';

/** Implements `--json '?'`: prints the fields of a command's JSON, one per line, without running the command. */
export async function listFields(path: string, context: Context): Promise<never> {
  const names = await completeValues('--json', '', path.split(' '), context);
  if (names.length === 0)
    throw new CliError(context.t('cli.invalidValue', { name: '--json', value: '?' }), exitCodes.usage, {
      hint: context.t('cli.noFields'),
    });
  await context.write(names.map((name) => `${name}\n`).join(''));
  throw new CliError('', exitCodes.done);
}
