import {
  type AnyResource,
  baseFields,
  camel,
  type Field,
  type Fields,
  findField,
  getFilterValueField,
  getInputFields,
  getWritableFields,
  kebab,
  listFilterNames,
  listReadableFields,
  listSortableFields,
  localize,
} from '@gantry/core';
import { entities, loadEntity } from '../../catalog/index.ts';
import type { Context } from '../../context/context.ts';
import { listRelatedKeys } from '../resource/related.ts';

/** The options of a field, one per line: `value<TAB>label`. */
export function listOptions(field: Field | undefined, { locale }: Context): string[] {
  if (field?.kind === 'boolean') return ['true', 'false'];
  if (!field || !('options' in field)) return [];
  return Object.entries(field.options).map(([value, words]) => `${value}\t${localize(words, locale)}`);
}

/** Completes `--where`: a field, and after `=` its possible values. */
function completeFilter(current: string, resource: AnyResource, context: Context): string[] {
  const at = current.indexOf('=');
  if (at < 0) return listFilterNames(resource).map((name) => `${name}=`);
  const name = current.slice(0, at);
  const field = findField(resource, camel(name));
  return listOptions(field && getFilterValueField(field), context).map((line) => `${name}=${line}`);
}

/** The fields that the flags of a command set. */
function getFields(resource: AnyResource, command: string): Fields {
  if (command === 'create') return getWritableFields(resource, 'create');
  if (command === 'edit') return getWritableFields(resource, 'update');
  const action = Object.entries(resource.actions ?? {}).find(([name]) => kebab(name) === command)?.[1];
  return action ? getInputFields(resource, action) : {};
}

/** The field that a list flag filters by: `--user` filters by userId. */
function findReference(resource: AnyResource, flag: string): Field | undefined {
  const field = findField(resource, `${camel(flag.slice(2))}Id`) ?? findField(resource, camel(flag.slice(2)));
  return field?.kind === 'reference' ? field : undefined;
}

/** Completes the last name of a comma-separated list, without repeating one. */
function completeName(current: string, names: readonly string[]): string[] {
  const head = current.slice(0, current.lastIndexOf(',') + 1);
  const given = head.split(',');
  return names.filter((line) => !given.includes(line.split('\t')[0] ?? '')).map((line) => head + line);
}

/** The names that records of an entity have in JSON. */
function listJsonNames(resource: AnyResource): string[] {
  const labels = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === 'reference' || (field.kind === 'integer' && (field.idOf ?? field.namedBy)) ? [`${name}Label`] : [],
  );
  return ['id', ...new Set([...listReadableFields(resource, 'admin'), ...Object.keys(baseFields)]), ...labels];
}

const settingsCommands: ReadonlySet<string> = new Set(['get', 'set', 'history']);

/** Verbs of an entity that take no records as arguments. */
const withoutRecords: ReadonlySet<string> = new Set(['list', 'create', 'import', 'export', '']);

/** Completes an argument: settings, or records of the server. The last given word is the one being typed. */
export async function completeArguments(
  [entity = '', command = '']: readonly string[],
  given: readonly string[],
  context: Context,
): Promise<string[]> {
  if (entity === 'profile') return (await context.profiles()).names();
  const place = Object.hasOwn(entities, entity) ? entities[entity] : undefined;
  if (place) return completeEntity(await loadEntity(place.name), command, given, context);
  if (entity !== 'config' || !settingsCommands.has(command)) return [];
  const { completeSettings } = await import('./complete-settings.ts');
  return completeSettings(command, given, context);
}

/** Completes records for a verb that takes them. */
async function completeEntity(
  resource: AnyResource,
  command: string,
  given: readonly string[],
  context: Context,
): Promise<string[]> {
  const action = Object.entries(resource.actions ?? {}).find(([name]) => kebab(name) === command)?.[1];
  if (withoutRecords.has(command) || action?.on === 'collection') return [];
  const { completeRecords } = await import('./complete-records.ts');
  return completeRecords(given.at(-1) ?? '', resource, context);
}

/** Completes the value of a flag without calling a server. */
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
  if (flag === '--where' || flag === '-w') return completeFilter(current, resource, context);
  if (flag === '--sort') return listSortableFields(resource).flatMap((name) => [name, `-${name}`]);
  if (flag === '--fields') return completeName(current, Object.keys(resource.fields));
  if (flag === '--json') return completeName(current, listJsonNames(resource));
  if (flag === '--with') return completeName(current, ['all', ...listRelatedKeys(resource)]);
  if (flag === '--quick')
    return Object.entries(resource.list.quick ?? {}).map(
      ([name, { label }]) => `${kebab(name)}\t${localize(label, context.locale)}`,
    );
  const field = getFields(resource, command)[camel(flag.slice(2))] ?? findReference(resource, flag);
  if (field?.kind === 'reference' && Object.values(entities).some(({ name }) => name === field.to)) {
    const { completeRecords } = await import('./complete-records.ts');
    return completeRecords(current, await loadEntity(field.to), context);
  }
  return field?.kind === 'choices' ? completeName(current, listOptions(field, context)) : listOptions(field, context);
}
