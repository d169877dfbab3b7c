import {
  type AnyResource,
  baseFields,
  camel,
  type Field,
  type Fields,
  filterField,
  filterNames,
  findField,
  getInputFields,
  getWritableFields,
  kebab,
  listSortableFields,
  localize,
  readableFields,
} from '@gantry/core';
import { entities, loadEntity } from '../../catalog/index.ts';
import type { Context } from '../../context/context.ts';
import { listRelatedKeys } from '../resource/related.ts';

/** Options of a field, a line each: `value<TAB>what it is called`. */
export function listOptions(field: Field | undefined, { locale }: Context): string[] {
  if (field?.kind === 'boolean') return ['true', 'false'];
  if (!field || !('options' in field)) return [];
  return Object.entries(field.options).map(([value, words]) => `${value}\t${localize(words, locale)}`);
}

/** `--where` takes a field, and behind `=` what the field may be. */
function filtersFor(current: string, resource: AnyResource, context: Context): string[] {
  const at = current.indexOf('=');
  if (at < 0) return filterNames(resource).map((name) => `${name}=`);
  const name = current.slice(0, at);
  const field = findField(resource, camel(name));
  return listOptions(field && filterField(field), context).map((line) => `${name}=${line}`);
}

/** What the flags of a command are about. */
function fieldsOf(resource: AnyResource, command: string): Fields {
  if (command === 'create') return getWritableFields(resource, 'create');
  if (command === 'edit') return getWritableFields(resource, 'update');
  const action = Object.entries(resource.actions ?? {}).find(([name]) => kebab(name) === command)?.[1];
  return action ? getInputFields(resource, action) : {};
}

/** The field that a flag of a list filters by: `--user` is userId. */
function findReference(resource: AnyResource, flag: string): Field | undefined {
  const field = findField(resource, `${camel(flag.slice(2))}Id`) ?? findField(resource, camel(flag.slice(2)));
  return field?.kind === 'reference' ? field : undefined;
}

/** The next of several names with commas between them; none twice. */
function another(current: string, names: readonly string[]): string[] {
  const head = current.slice(0, current.lastIndexOf(',') + 1);
  const given = head.split(',');
  return names.filter((line) => !given.includes(line.split('\t')[0] ?? '')).map((line) => head + line);
}

/** The names that records of an entity have in JSON. */
function namesInJson(resource: AnyResource): string[] {
  const labels = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === 'reference' || (field.kind === 'integer' && (field.idOf ?? field.namedBy)) ? [`${name}Label`] : [],
  );
  return ['id', ...new Set([...readableFields(resource, 'admin'), ...Object.keys(baseFields)]), ...labels];
}

const ofSettings: ReadonlySet<string> = new Set(['get', 'set', 'history']);

/** Verbs of an entity whose arguments are no records. */
const withoutRecords: ReadonlySet<string> = new Set(['list', 'create', 'import', 'export', '']);

/** What may stand as an argument: settings, or records as the server has them. The last one given is what is typed so far. */
export async function completeArguments(
  [entity = '', command = '']: readonly string[],
  given: readonly string[],
  context: Context,
): Promise<string[]> {
  if (entity === 'profile') return (await context.profiles()).names();
  const place = Object.hasOwn(entities, entity) ? entities[entity] : undefined;
  if (place) return completeEntity(await loadEntity(place.name), command, given, context);
  if (entity !== 'config' || !ofSettings.has(command)) return [];
  const { completeSettings } = await import('./complete-settings.ts');
  return completeSettings(command, given, context);
}

/** Records, for a verb that is about them. */
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
  if (flag === '--sort') return listSortableFields(resource).flatMap((name) => [name, `-${name}`]);
  if (flag === '--fields') return another(current, Object.keys(resource.fields));
  if (flag === '--json') return another(current, namesInJson(resource));
  if (flag === '--with') return another(current, ['all', ...listRelatedKeys(resource)]);
  if (flag === '--quick')
    return Object.entries(resource.list.quick ?? {}).map(
      ([name, { label }]) => `${kebab(name)}\t${localize(label, context.locale)}`,
    );
  const field = fieldsOf(resource, command)[camel(flag.slice(2))] ?? findReference(resource, flag);
  if (field?.kind === 'reference' && Object.values(entities).some(({ name }) => name === field.to)) {
    const { completeRecords } = await import('./complete-records.ts');
    return completeRecords(current, await loadEntity(field.to), context);
  }
  return field?.kind === 'choices' ? another(current, listOptions(field, context)) : listOptions(field, context);
}
