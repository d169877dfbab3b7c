import { mostAtOnce } from '../bulk/in-order.ts';
import type { Context } from '../context.ts';
import { CliError, exitCodes } from '../exit.ts';
import { positive } from './filters.ts';

/** Calls at a time, by `--concurrency`. */
export function concurrency(given: string | undefined, context: Context): number {
  const count = positive(given ?? '1', '--concurrency', context);
  if (count <= mostAtOnce) return count;
  const refused = context.t('cli.invalidValue', { name: '--concurrency', value: String(count) });
  throw new CliError(refused, exitCodes.usage, { hint: `1..${mostAtOnce}` });
}
