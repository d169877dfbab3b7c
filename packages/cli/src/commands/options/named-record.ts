import { type AnyResource, getResourcePath, type ListAnswer, localize, type ReferenceField } from '@gantry/core';
import { entities, loadEntity } from '../../catalog/index.ts';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import type { DataRecord } from '../../output/print.ts';
import { toBrackets } from '../../output/punctuation.ts';
import { escapeControls } from '../../output/wrap-text.ts';

/** How many records are compared with a name, and how many are listed when the name is ambiguous. */
const maxCompared = 100;
const maxListed = 5;

const words = {
  none: { zh: '未找到该名称的记录，可改用编号', en: 'No record has this name. Use its ID' },
  several: { zh: '存在多条同名记录，请改用编号', en: 'Several records have this name. Use an ID' },
  noName: { zh: '此类记录只有编号', en: 'These records have no name. Use an ID.' },
};

const toComparable = (value: unknown) => (typeof value === 'string' ? value.normalize('NFKC').toLowerCase() : null);

/** Fields that identify a record like its id: its title, unique texts, and codes that a search finds. */
function listNames(resource: AnyResource): string[] {
  const own = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === 'text' && (field.unique || (field.mono && field.search)) ? [name] : [],
  );
  const title = resource.fields[resource.title]?.kind === 'text' ? [resource.title] : [];
  return [...new Set([...title, ...own])];
}

/**
 * Finds the id of the record that a word names, ignoring case. It never guesses: unless exactly one record matches, the word is
 * rejected with a hint that lists the candidates by id.
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
  const body = { pageSize: maxCompared, filters: only ?? {}, keyword: typed };
  const client = await context.client();
  const { items } = await client.call<ListAnswer<DataRecord>>(getResourcePath(resource.name, 'list'), body);
  const called = items.filter((record) => names.some((name) => toComparable(record[name]) === toComparable(typed)));
  const [one, another] = called;
  if (one && !another) return Number(one.id);
  const candidates = (called.length > 0 ? called : items).slice(0, maxListed);
  const list = candidates.map(
    (record) => `#${String(record.id)} ${escapeControls(String(record[resource.title] ?? ''))}`,
  );
  const why = localize(called.length > 0 ? words.several : words.none, context.locale);
  throw reject(list.length === 0 ? why : why + toBrackets(list.join(', '), context.locale));
}

/** Resolves the value of a flag to the id of a record. */
export async function findIdByName(typed: string, { to, only }: ReferenceField, flag: string, context: Context) {
  const resource = Object.values(entities).some(({ name }) => name === to) ? await loadEntity(to) : null;
  const reject = (hint: string) =>
    new CliError(context.t('cli.invalidValue', { name: flag, value: typed }), exitCodes.usage, { hint });
  if (!resource) throw reject(localize(words.none, context.locale));
  return findId(typed, resource, only, reject, context);
}

/** Resolves a name, id or code to the id of the record that a command is about. */
export async function findRecordByName(typed: string, resource: AnyResource, context: Context): Promise<number> {
  const label = localize(resource.label, context.locale);
  const reject = (hint: string) =>
    new CliError(context.t('cli.noSuchRecord', { label, name: typed }), exitCodes.notFound, { hint });
  return findId(typed, resource, undefined, reject, context);
}
