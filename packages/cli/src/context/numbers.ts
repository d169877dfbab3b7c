import type { Context } from './context.ts';
import { CliError, exitCodes } from './exit.ts';

/** Seconds of a flag, in digits with or without a fraction; `1e3` and `0x7` are none. */
export function parseSeconds(given: string, name: string, min: number, { t }: Pick<Context, 't'>): number {
  const seconds = /^\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN;
  if (seconds >= min) return seconds;
  throw new CliError(t('cli.invalidValue', { name, value: given }), exitCodes.usage, {
    hint: t('cli.secondsExample', { min }),
  });
}
