import { type AnyResource, kebab, localize, type Verb } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../../context/context.ts';
import { fillList } from './resource-list.ts';

type Fill = (command: Command, resource: AnyResource, context: Context) => void;

/** The verb of the contract behind each word of the command line; `batch` is how an action takes several ids. */
const verbCommands: readonly (readonly [string, Verb, () => Promise<Fill>])[] = [
  ['list', 'list', async () => fillList],
  ['get', 'get', async () => (await import('./resource-get.ts')).fillGet],
  ['create', 'create', async () => (await import('./resource-write.ts')).fillCreate],
  ['edit', 'update', async () => (await import('./resource-write.ts')).fillEdit],
  ['delete', 'delete', async () => (await import('./resource-delete.ts')).fillDelete],
  ['import', 'import', async () => (await import('./resource-import.ts')).fillImport],
  ['export', 'export', async () => (await import('./resource-export.ts')).fillExport],
];

/** A command of an entity by its name, and what fills it in. */
type Part = readonly [string, string, (command: Command) => Promise<void>];

function partsOf(resource: AnyResource, context: Context): Part[] {
  const label = localize(resource.label, context.locale);
  const verbs = verbCommands.flatMap(([name, verb, load]): Part[] => {
    if (!resource.access[verb]) return [];
    const fill = async (command: Command) => (await load())(command, resource, context);
    return [[name, `${context.t(`verb.${verb}`)} · ${label}`, fill]];
  });
  const actions = Object.entries(resource.actions ?? {}).flatMap(([name, action]): Part[] => {
    if (action.on === 'system') return [];
    const help = `${localize(action.label, context.locale)} · ${action.help ? localize(action.help, context.locale) : label}`;
    const fill = async (command: Command) =>
      (await import('./resource-action.ts')).fillAction(command, resource, name, context);
    return [[kebab(name), help, fill]];
  });
  if (!resource.document || !resource.access.export) return [...verbs, ...actions];
  const fill = async (command: Command) =>
    (await import('./resource-document.ts')).fillDocument(command, resource, context);
  return [...verbs, ['download', `${context.t('cli.textDownload')} · ${label}`, fill], ...actions];
}

/**
 * The commands of one entity from its definition: a verb that the definition does not name is not there. When one of them is
 * asked for, only that one is filled in.
 */
export async function fillResource(
  command: Command,
  resource: AnyResource,
  context: Context,
  requested?: string,
): Promise<void> {
  const parts = partsOf(resource, context);
  const isOne = parts.some(([name]) => name === requested);
  for (const [name, description, fill] of parts) {
    const child = command.command(name).description(description);
    if (!isOne || name === requested) await fill(child);
  }
}
