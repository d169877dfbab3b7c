import { getResourcePath, type ListAnswer, localize, type ReferenceField } from '@gantry/core';
import { entities, loadEntity } from '../../catalogue/index.ts';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import type { DataRecord } from '../../output/print.ts';
import { escapeControls } from '../../output/wrap-text.ts';

/** Records that are looked through for a name, and told of when it is not that of one alone. */
const lookedThrough = 100;
const reported = 5;

const none = { zh: '未找到该名称的记录，可改用编号', en: 'No record has this name; give its number' };
const several = { zh: '存在多条同名记录，请改用编号', en: 'Several have this name; give a number' };

const folded = (value: unknown) => (typeof value === 'string' ? value.normalize('NFKC').toLowerCase() : null);

/**
 * The number of the record that a flag names: the one whose title, or whose text that no two share, is what was typed, in whatever
 * case. Never a guess: without exactly one the flag is refused, and the hint has the numbers to choose from.
 */
export async function findIdByName(words: string, { to, only }: ReferenceField, flag: string, context: Context) {
  const resource = Object.values(entities).some(({ name }) => name === to) ? await loadEntity(to) : null;
  const rejection = (hint: string) =>
    new CliError(context.t('cli.invalidValue', { name: flag, value: words }), exitCodes.usage, { hint });
  if (!resource) throw rejection(localize(none, context.locale));
  const own = Object.entries(resource.fields).filter(([, { kind, unique }]) => kind === 'text' && unique);
  const names = [...new Set([resource.title, ...own.map(([name]) => name)])];
  const body = { pageSize: lookedThrough, filters: only ?? {}, keyword: words };
  const client = await context.client();
  const { items } = await client.call<ListAnswer<DataRecord>>(getResourcePath(to, 'list'), body);
  const called = items.filter((record) => names.some((name) => folded(record[name]) === folded(words)));
  const [one, another] = called;
  if (one && !another) return Number(one.id);
  const candidates = (called.length > 0 ? called : items).slice(0, reported);
  const list = candidates.map(
    (record) => `#${String(record.id)} ${escapeControls(String(record[resource.title] ?? ''))}`,
  );
  const why = localize(called.length > 0 ? several : none, context.locale);
  throw rejection(list.length === 0 ? why : `${why} (${list.join(', ')})`);
}
