import { allSettings, localize } from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { formatSettingKey } from '../config/setting-place.ts';
import { listOptions } from './complete-values.ts';

/** Completes the names of settings, and the values after the name of one. */
export function completeSettings(command: string, given: readonly string[], context: Context): string[] {
  const named = allSettings.flatMap((page) =>
    Object.entries(page.groups).flatMap(([group, { fields }]) =>
      Object.entries(fields).map(([name, field]) => [formatSettingKey({ page, group, name }), field] as const),
    ),
  );
  if (given.length <= 1) return named.map(([key, { label }]) => `${key}\t${localize(label, context.locale)}`);
  return command === 'set' ? listOptions(named.find(([key]) => key === given[0])?.[1], context) : [];
}
