import {
  type AnyResource,
  camel,
  type Field,
  filterField,
  filterNames,
  findField,
  getFieldKind,
  parseValue,
} from '@gantry/core';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { resolveReference } from './numbered.ts';

/** `from..to`, either side may be left out; a bare value is both. */
function rangeOf(given: string, field: Field): Record<string, unknown> {
  const [from = '', to = ''] = given.includes('..') ? given.split('..', 2) : [given, given];
  return {
    ...(from === '' ? {} : { from: parseValue(from, field) }),
    ...(to === '' ? {} : { to: parseValue(to, field) }),
  };
}

/** Numbers and times are numbers once they are read; a day stays a text. */
function isRead(field: Field, range: Readonly<Record<string, unknown>>): boolean {
  return field.kind === 'date' || Object.values(range).every((side) => typeof side === 'number');
}

/** `--where status=enabled --where level=2,3 --where createdAt=2026-01-01..`: the filters of a list call. */
export async function parseWhere(
  given: readonly string[],
  resource: AnyResource,
  context: Context,
): Promise<Record<string, unknown>> {
  const filters: Record<string, unknown> = {};
  for (const part of given) {
    const at = part.indexOf('=');
    const name = camel(at < 0 ? part : part.slice(0, at));
    const value = at < 0 ? '' : part.slice(at + 1);
    const field = findField(resource, name);
    if (!field || !filterNames(resource).includes(name) || at < 0) {
      throw new CliError(context.t('cli.invalidValue', { name: '--where', value: part }), exitCodes.usage, {
        hint: filterNames(resource).join(' '),
      });
    }
    if (getFieldKind(field).filter !== 'range') {
      const read = value.split(',').map((item) => parseValue(item, filterField(field)));
      filters[name] = await Promise.all(read.map((item) => resolveReference(item, field, '--where', context)));
      continue;
    }
    const range = rangeOf(value, field);
    if (!isRead(field, range)) {
      const hint = field.kind === 'time' ? `${name}=2026-01-01..2026-01-31` : `${name}=1..9`;
      throw new CliError(context.t('cli.invalidValue', { name: '--where', value: part }), exitCodes.usage, { hint });
    }
    filters[name] = range;
  }
  return filters;
}
