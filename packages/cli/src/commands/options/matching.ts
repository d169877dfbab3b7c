import { type AnyResource, localize } from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { parseWhere } from './where.ts';

const words = {
  nothing: {
    zh: '--matching 要与 --where 一起用，否则会动到全部记录',
    en: '--matching goes with --where; without one it would be every record there is',
  },
} as const;

/** The filters of `--matching`: whoever forgets them does not mean every record. */
export function parseMatchingFilters(where: readonly string[], resource: AnyResource, context: Context) {
  if (where.length === 0)
    throw new CliError(localize(words.nothing, context.locale), exitCodes.usage, { hint: '--where id=1..' });
  return parseWhere(where, resource, context);
}
