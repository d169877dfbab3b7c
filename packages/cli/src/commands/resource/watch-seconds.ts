import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';

/** Seconds between two looks, as `--watch` says or leaves out; not below a half. */
export function watchSeconds(given: string | true, otherwise: number, { t }: Context): number {
  const seconds = given === true ? otherwise : Number(given);
  if (seconds >= 0.5) return seconds;
  throw new CliError(t('cli.invalidValue', { name: '--watch', value: String(given) }), exitCodes.usage);
}
