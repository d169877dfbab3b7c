import { type AnyResource, kebab, say, type Verb } from '@gantry/core';
import type { Command } from 'commander';
import type { Context } from '../context.ts';
import { fillAction } from './resource-action.ts';
import { fillExport } from './resource-export.ts';
import { fillImport } from './resource-import.ts';
import { fillGet, fillList } from './resource-read.ts';
import { fillCreate, fillDelete, fillEdit } from './resource-write.ts';

type Fill = (command: Command, resource: AnyResource, context: Context) => void;

/** The verb of the contract behind each word of the command line; `batch` is how an action takes several ids. */
const verbCommands: readonly (readonly [string, Verb, Fill])[] = [
  ['list', 'list', fillList],
  ['get', 'get', fillGet],
  ['create', 'create', fillCreate],
  ['edit', 'update', fillEdit],
  ['delete', 'delete', fillDelete],
  ['import', 'import', fillImport],
  ['export', 'export', fillExport],
];

/** Fills in the commands of one entity from its definition: a verb that the definition does not name is not there. */
export function fillResource(command: Command, resource: AnyResource, context: Context): void {
  const label = say(resource.label, context.locale);
  for (const [name, verb, fill] of verbCommands) {
    if (!resource.access[verb]) continue;
    fill(command.command(name).description(`${context.t(`verb.${verb}`)} · ${label}`), resource, context);
  }
  for (const [name, action] of Object.entries(resource.actions ?? {})) {
    if (action.on === 'system') continue;
    fillAction(
      command.command(kebab(name)).description(say(action.help ?? action.label, context.locale)),
      resource,
      name,
      context,
    );
  }
}
