import {
  type AnyResource,
  camel,
  type Field,
  type Fields,
  fieldNamed,
  filterNames,
  inputFields,
  kebab,
  say,
  sortableFields,
  writableFields,
} from '@gantry/core';
import { entities, loadEntity } from '../catalogue/index.ts';
import type { Context } from '../context.ts';

/** Options of a field, a line each: `value<TAB>what it is called`. */
function optionsOf(field: Field | undefined, { locale }: Context): string[] {
  if (field?.kind === 'boolean') return ['true', 'false'];
  if (!field || !('options' in field)) return [];
  return Object.entries(field.options).map(([value, words]) => `${value}\t${say(words, locale)}`);
}

/** `--where` takes a field, and behind `=` what the field may be. */
function filtersFor(current: string, resource: AnyResource, context: Context): string[] {
  const at = current.indexOf('=');
  if (at < 0) return filterNames(resource).map((name) => `${name}=`);
  const name = current.slice(0, at);
  return optionsOf(fieldNamed(resource, camel(name)), context).map((line) => `${name}=${line}`);
}

/** What the flags of a command are about. */
function fieldsOf(resource: AnyResource, command: string): Fields {
  if (command === 'create') return writableFields(resource, 'create');
  if (command === 'edit') return writableFields(resource, 'update');
  const action = Object.entries(resource.actions ?? {}).find(([name]) => kebab(name) === command)?.[1];
  return action ? inputFields(resource, action) : {};
}

/** What may stand behind a flag, known without asking a server. */
export async function completeValues(
  flag: string,
  current: string,
  [entity = '', command = '']: readonly string[],
  context: Context,
): Promise<string[]> {
  if (flag === '--profile') return (await context.profiles()).names();
  const place = Object.hasOwn(entities, entity) ? entities[entity] : undefined;
  if (!place) return [];
  const resource = await loadEntity(place.name);
  if (flag === '--where' || flag === '-w') return filtersFor(current, resource, context);
  if (flag === '--sort') return sortableFields(resource).flatMap((name) => [name, `-${name}`]);
  if (flag === '--fields') return Object.keys(resource.fields);
  if (flag === '--quick')
    return Object.entries(resource.list.quick ?? {}).map(
      ([name, { label }]) => `${kebab(name)}\t${say(label, context.locale)}`,
    );
  return optionsOf(fieldsOf(resource, command)[camel(flag.slice(2))], context);
}
