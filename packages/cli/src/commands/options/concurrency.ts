import { maxConcurrent } from '../../bulk/in-order.ts';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { parsePositive } from './filters.ts';

/** Calls at a time, by `--concurrency`. */
export function parseConcurrency(given: string | undefined, context: Context): number {
  const count = parsePositive(given ?? '1', '--concurrency', context);
  if (count <= maxConcurrent) return count;
  const rejected = context.t('cli.invalidValue', { name: '--concurrency', value: String(count) });
  throw new CliError(rejected, exitCodes.usage, { hint: `1..${maxConcurrent}` });
}
