import { type AnyResource, getResourcePath, type ListAnswer, localize, type ReferenceField } from '@gantry/core';
import { entities, loadEntity } from '../../catalog/index.ts';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import type { DataRecord } from '../../output/print.ts';
import { escapeControls } from '../../output/wrap-text.ts';

/** Records that are looked through for a name, and told of when it is not that of one alone. */
const lookedThrough = 100;
const reported = 5;

const words = {
  none: { zh: '未找到该名称的记录，可改用编号', en: 'No record has this name. Use its ID' },
  several: { zh: '存在多条同名记录，请改用编号', en: 'Several records have this name. Use an ID' },
  noName: { zh: '此类记录只有编号', en: 'These records have no name. Use an ID.' },
};

const folded = (value: unknown) => (typeof value === 'string' ? value.normalize('NFKC').toLowerCase() : null);

/** Fields that identify a record as its id does: its title, unique texts, and codes that a search finds. */
function listNames(resource: AnyResource): string[] {
  const own = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === 'text' && (field.unique || (field.mono && field.search)) ? [name] : [],
  );
  const title = resource.fields[resource.title]?.kind === 'text' ? [resource.title] : [];
  return [...new Set([...title, ...own])];
}

/**
 * The id of the record that a word names, in whatever case. Never a guess: without exactly one the word is rejected, and the hint
 * has the numbers to choose from.
 */
async function findId(
  typed: string,
  resource: AnyResource,
  only: ReferenceField['only'],
  reject: (hint: string) => CliError,
  context: Context,
): Promise<number> {
  const names = listNames(resource);
  if (names.length === 0) throw reject(localize(words.noName, context.locale));
  const body = { pageSize: lookedThrough, filters: only ?? {}, keyword: typed };
  const client = await context.client();
  const { items } = await client.call<ListAnswer<DataRecord>>(getResourcePath(resource.name, 'list'), body);
  const called = items.filter((record) => names.some((name) => folded(record[name]) === folded(typed)));
  const [one, another] = called;
  if (one && !another) return Number(one.id);
  const candidates = (called.length > 0 ? called : items).slice(0, reported);
  const list = candidates.map(
    (record) => `#${String(record.id)} ${escapeControls(String(record[resource.title] ?? ''))}`,
  );
  const why = localize(called.length > 0 ? words.several : words.none, context.locale);
  throw reject(list.length === 0 ? why : `${why} (${list.join(', ')})`);
}

/** The number of the record that a flag names. */
export async function findIdByName(typed: string, { to, only }: ReferenceField, flag: string, context: Context) {
  const resource = Object.values(entities).some(({ name }) => name === to) ? await loadEntity(to) : null;
  const reject = (hint: string) =>
    new CliError(context.t('cli.invalidValue', { name: flag, value: typed }), exitCodes.usage, { hint });
  if (!resource) throw reject(localize(words.none, context.locale));
  return findId(typed, resource, only, reject, context);
}

/** The id of the record that a command is about, by its name, number or code. */
export async function findRecordByName(typed: string, resource: AnyResource, context: Context): Promise<number> {
  const label = localize(resource.label, context.locale);
  const reject = (hint: string) =>
    new CliError(context.t('cli.noSuchRecord', { label, name: typed }), exitCodes.notFound, { hint });
  return findId(typed, resource, undefined, reject, context);
}
