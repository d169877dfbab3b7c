import { type AnyResource, kebab, resolveQuickFilter } from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { formatContext } from '../../output/print.ts';
import { applySiteZone } from '../../profile/site-config.ts';

/** The filters of a named quick filter. Days are those of the site, as in `--where`. */
export async function parseQuickFilter(
  name: string,
  resource: AnyResource,
  context: Context,
): Promise<Record<string, unknown>> {
  const all = resource.list.quick ?? {};
  const quick = Object.entries(all).find(([one]) => kebab(one) === kebab(name))?.[1];
  if (!quick) {
    const hint = Object.keys(all).map(kebab).join(' ');
    throw new CliError(context.t('cli.invalidValue', { name: '--quick', value: name }), exitCodes.usage, { hint });
  }
  await applySiteZone(context);
  return resolveQuickFilter(resource, quick, Date.now(), formatContext(context.locale).timeZone);
}
