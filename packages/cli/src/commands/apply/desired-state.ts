import { readdirSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { fillText, findStateField, isObject, type LocalizedText, localize, type Values } from '@gantry/core';
import { parse } from 'yaml';
import { type ContentFile, readContent } from '../../content/content-file.ts';
import { fillKeyDefaults, loadPortables, presentContent } from '../../content/portable-resources.ts';
import { isRows } from '../../content/target-index.ts';
import type { Context } from '../../context/context.ts';
import { CliError, exitCodes } from '../../context/exit.ts';
import { readFileBytes } from '../../context/input-file.ts';

const words = {
  empty: {
    zh: '{dir} 中没有配置文件：需要 settings、content 或 admins',
    en: '{dir} has no configuration files. Add settings, content or admins.',
  },
  unknownFile: {
    zh: '{file}：未知的文件；应为 settings、content 或 admins，扩展名为 .yaml、.json 或 .ndjson（仅 content）',
    en: '{file}: unknown file. Expected settings, content or admins, as .yaml, .json or .ndjson (content only).',
  },
  notObject: { zh: '{file}：应为对象', en: '{file}: must be an object.' },
  notList: { zh: '{file}：{name} 应为记录列表', en: '{file}: {name} must be a list of records.' },
  badYaml: { zh: '{file}：{reason}', en: '{file}: {reason}' },
  twice: { zh: '{file}：{name} 已在另一个文件中设置', en: '{file}: {name} is also set in another file.' },
  noVariable: { zh: '{file}：未设置环境变量 {name}', en: '{file}: environment variable {name} is not set.' },
  badReference: {
    zh: '{file}：密文须写成 {env: 变量名} 或 {file: 路径}',
    en: '{file}: write a secret as {env: NAME} or {file: PATH}.',
  },
} as const;

/** The configuration that a folder describes. */
export interface DesiredState {
  /** Values by page and group, with secrets in place of their references. */
  readonly settings: Readonly<Record<string, Readonly<Record<string, Values>>>>;
  readonly content: ContentFile;
  /** Commands of the entities that the folder describes in full, also those without a record. */
  readonly entities: ReadonlySet<string>;
  /** Fields by username. */
  readonly admins: Readonly<Record<string, Values>>;
  /** The file, and the line where known, that a record was read from. */
  sourceOf(line: number): string;
}

const sections = ['settings', 'content', 'admins'] as const;
type Section = (typeof sections)[number];

function reject(text: LocalizedText, params: Readonly<Record<string, string>>, { locale }: Context): never {
  throw new CliError(fillText(text, params, locale), exitCodes.usage);
}

/** The files of the folder and its subfolders, sorted by name. Hidden files are ignored. */
function listFiles(dir: string): string[] {
  const entries = readdirSync(dir, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  return entries
    .filter(({ name }) => !name.startsWith('.'))
    .flatMap((entry) => {
      const place = path.join(dir, entry.name);
      return entry.isDirectory() ? listFiles(place) : [place];
    });
}

/** The section of a file by its name or that of its folder; null for a file without configuration, such as a README. */
function getSection(dir: string, file: string, context: Context): Section | null {
  const extension = path.extname(file);
  if (!['.yaml', '.yml', '.json', '.ndjson'].includes(extension)) return null;
  const [first = ''] = path.relative(dir, file).split(path.sep);
  const name = first.replace(/\.[^.]+$/, '');
  const section = sections.find((one) => one === name);
  if (!section || (extension === '.ndjson' && section !== 'content')) reject(words.unknownFile, { file }, context);
  return section;
}

function readObject(file: string, context: Context): Values {
  let given: unknown;
  try {
    given = parse(String(readFileBytes(file, context)).replace(/^\ufeff/, ''));
  } catch (error) {
    if (error instanceof CliError) throw error;
    reject(words.badYaml, { file, reason: error instanceof Error ? error.message : '' }, context);
  }
  if (given === null || given === undefined) return {};
  if (!isObject(given)) reject(words.notObject, { file }, context);
  return given;
}

/** The secret that `{env: NAME}` or `{file: PATH}` refers to; a path is relative to the folder of the file. */
function readSecret(reference: Values, file: string, context: Context): string {
  const [[kind, name] = [], ...others] = Object.entries(reference);
  if (typeof name !== 'string' || others.length > 0 || (kind !== 'env' && kind !== 'file'))
    reject(words.badReference, { file }, context);
  if (kind === 'file')
    return String(readFileBytes(path.resolve(path.dirname(file), name), context)).replace(/\r?\n$/, '');
  const value = process.env[name];
  if (value === undefined || value === '') reject(words.noVariable, { file, name }, context);
  return value;
}

/** Settings with each reference to a secret replaced by the secret. A secret in the file itself is rejected. */
function readSettings(given: Values, file: string, isSecret: IsSecret, context: Context): Values {
  const pages = Object.entries(given).map(([page, groups]) => {
    if (!isObject(groups)) return [page, groups];
    const readGroup = ([group, values]: [string, unknown]) => {
      if (!isObject(values)) return [group, values];
      const cells = Object.entries(values).map(([name, value]) => {
        if (!isSecret(page, group, name) || value === null) return [name, value];
        return [
          name,
          isObject(value) ? readSecret(value, file, context) : reject(words.badReference, { file }, context),
        ];
      });
      return [group, Object.fromEntries(cells)];
    };
    return [page, Object.fromEntries(Object.entries(groups).map(readGroup))];
  });
  return Object.fromEntries(pages);
}

/** An object without inherited names, so that a file may use any name, including `__proto__`. */
const createEmptyObject = () => Object.create(null);

/** Merges what a file sets into the result of other files. Setting the same name in two files is rejected. */
function merge(target: Record<string, unknown>, added: Values, file: string, depth: number, context: Context): void {
  for (const [name, value] of Object.entries(added)) {
    const present = target[name];
    if (depth > 0 && isObject(value)) {
      const inner = isObject(present) ? present : createEmptyObject();
      target[name] = inner;
      merge(inner, value, file, depth - 1, context);
    } else if (Object.hasOwn(target, name)) reject(words.twice, { file, name }, context);
    else target[name] = value;
  }
}

type IsSecret = (page: string, group: string, name: string) => boolean;

interface Reading {
  readonly settings: Record<string, Record<string, Values>>;
  readonly admins: Record<string, Values>;
  readonly records: ContentFile['records'][number][];
  readonly pictures: Map<string, string>;
  readonly broken: ContentFile['broken'][number][];
  readonly entities: Set<string>;
  readonly sources: string[];
}

/** Adds the records of a YAML or JSON file: a list for each entity, with the state under the name of its field. */
async function addRecords(reading: Reading, file: string, context: Context): Promise<void> {
  const given = readObject(file, context);
  const present = presentContent(context.options().profile);
  const portables = await loadPortables(present.filter(({ command }) => Object.hasOwn(given, command)));
  const byCommand = new Map([...portables.values()].map((one) => [one.place.command, one]));
  for (const [entity, list] of Object.entries(given)) {
    const portable = byCommand.get(entity);
    if (!portable) {
      const hint = present.map(({ command }) => command).join(' ');
      throw new CliError(context.t('content.unknown', { name: entity }), exitCodes.usage, { hint });
    }
    if (!isRows(list ?? [])) reject(words.notList, { file, name: entity }, context);
    reading.entities.add(entity);
    const state = findStateField(portable.resource);
    for (const row of (list ?? []) as readonly Values[]) {
      const fields = Object.fromEntries(Object.entries(row).filter(([name]) => name !== state?.name));
      const values = fillKeyDefaults(portable, fields);
      const wanted = state ? row[state.name] : undefined;
      reading.sources.push(file);
      const line = reading.sources.length;
      reading.records.push({ line, entity, values, state: typeof wanted === 'string' ? wanted : null });
    }
  }
}

/** Adds the records and images of a file of `gantry content export`. */
async function addExported(reading: Reading, file: string, context: Context): Promise<void> {
  const { records, pictures, broken } = await readContent(file, context);
  const renumber = (line: number) => {
    reading.sources.push(`${file}:${line}`);
    return reading.sources.length;
  };
  for (const record of records) {
    reading.entities.add(record.entity);
    reading.records.push({ ...record, line: renumber(record.line) });
  }
  for (const [name, bytes] of pictures) reading.pictures.set(name, bytes);
  for (const { line, reason } of broken) reading.broken.push({ line: renumber(line), reason });
}

/** Reads and checks the folder without calling the server. */
export async function readDesiredState(dir: string, isSecret: IsSecret, context: Context): Promise<DesiredState> {
  const reading: Reading = {
    settings: createEmptyObject(),
    admins: createEmptyObject(),
    records: [],
    pictures: new Map(),
    broken: [],
    entities: new Set(),
    sources: [],
  };
  let hasFiles = false;
  for (const file of listFolder(dir, context)) {
    const section = getSection(dir, file, context);
    if (section === null) continue;
    hasFiles = true;
    if (section === 'settings')
      merge(reading.settings, readSettings(readObject(file, context), file, isSecret, context), file, 2, context);
    else if (section === 'admins') merge(reading.admins, readObject(file, context), file, 0, context);
    else if (file.endsWith('.ndjson')) await addExported(reading, file, context);
    else await addRecords(reading, file, context);
  }
  if (!hasFiles) reject(words.empty, { dir }, context);
  const { settings, admins, entities, records, pictures, broken, sources } = reading;
  const getSource = (line: number) => sources[line - 1] ?? dir;
  return { settings, admins, entities, content: { records, pictures, broken }, sourceOf: getSource };
}

function listFolder(dir: string, context: Context): string[] {
  try {
    return listFiles(dir);
  } catch (error) {
    const reason = error instanceof Error ? error.message : localize(words.empty, context.locale);
    throw new CliError(context.t('cli.badFile', { reason }), exitCodes.usage);
  }
}
