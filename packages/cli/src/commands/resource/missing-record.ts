import { getError, localize, ResponseError } from '@gantry/core';
import type { Command } from 'commander';
import { entities, loadEntity } from '../../catalog/index.ts';
import type { Context } from '../../context/context.ts';

/** Names the record that the server did not find; null for other errors, and when the command named no record. */
export async function describeMissingRecord(
  error: unknown,
  leaf: Command | null,
  context: Context,
): Promise<string | null> {
  if (!(error instanceof ResponseError) || error.code !== getError('notFound').code) return null;
  const entity = entities[leaf?.parent?.name() ?? ''];
  const named = (leaf?.args ?? []).filter((one) => one !== '-');
  if (!entity || named.length === 0) return null;
  const label = localize((await loadEntity(entity.name)).label, context.locale);
  return context.t('cli.noSuchRecord', { label, name: named.join(', ') });
}
