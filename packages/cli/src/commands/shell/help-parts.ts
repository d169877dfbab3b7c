import { localize } from '@gantry/core';
import type { Command } from 'commander';
import { examples, plainExamples } from '../../catalogue/examples.ts';
import { outline } from '../../catalogue/outline.ts';
import type { Context } from '../../context/context.ts';
import { type Entry, findEntityEntry, isPresent, ownEntries } from '../entries.ts';

/** A command as help lists it. */
export interface Listed {
  readonly entry: Entry;
  readonly description: string;
  readonly group: string;
}

/** All that there is, in the order of help; the snapshot names what stands behind a flag too. */
export function listAllCommands(context: Context, args: readonly string[], behindFlags: boolean): Listed[] {
  const group = context.t('cli.commands');
  const own = ownEntries.map((entry) => ({ entry, description: context.t(entry.words), group }));
  const ofEntities = outline.flatMap(({ command, help, screen }) => {
    const entry = behindFlags || isPresent(command, args) ? findEntityEntry(command) : undefined;
    if (!entry) return [];
    const title = screen ? `${localize(screen, context.locale)}:` : group;
    return [{ entry, description: localize(help, context.locale), group: title }];
  });
  return [...own, ...ofEntities];
}

/** What people come to do with it, below the examples that it has of its definition. */
export function addExamples(leaf: Command, entry: string, { t }: Pick<Context, 't'>): void {
  const path = leaf.name() === entry ? entry : `${entry} ${leaf.name()}`;
  const plain = (plainExamples[path] ?? []).map((line) => `  ${line}`);
  const own = plain.length > 0 ? [`\n${t('cli.examples')}`, ...plain] : [];
  const typed = [...own, ...(examples[path] ?? []).map((line) => `  ${line}`)];
  if (typed.length > 0) leaf.addHelpText('after', typed.join('\n'));
}

/** What somebody who has just installed it does first. */
export function formatFirstSteps({ t }: Context): string {
  const steps = [
    'gantry login --server https://gantry.example.com',
    'gantry user list --limit 10',
    'gantry order list -o json',
    'gantry tui',
  ];
  return `\n${t('cli.examples')}\n${steps.map((step) => `  ${step}`).join('\n')}\n\n${t('cli.moreHelp')}`;
}
