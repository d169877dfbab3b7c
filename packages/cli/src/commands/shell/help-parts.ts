import { localize } from '@gantry/core';
import type { Command } from 'commander';
import { examples, plainExamples } from '../../catalog/examples.ts';
import { outline } from '../../catalog/outline.ts';
import type { Context } from '../../context/context.ts';
import { getTerminalColumns } from '../../output/table.ts';
import { fit, measureWidth, wrapText } from '../../output/wrap-text.ts';
import { type Entry, findEntityEntry, isPresent, ownEntries } from '../entries.ts';

/** A command in the list of help. */
export interface Listed {
  readonly entry: Entry;
  readonly description: string;
  readonly group: string;
  /** Whether the command is an entity. Help lists entities by area. */
  readonly isEntity?: boolean;
}

/** All commands in the order of help. The snapshot also includes those behind a feature flag. */
export function listAllCommands(context: Context, args: readonly string[], behindFlags: boolean): Listed[] {
  const group = context.t('cli.commands');
  const own = ownEntries.map((entry) => ({ entry, description: context.t(entry.words), group }));
  const ofEntities = outline.flatMap(({ command, help, area }) => {
    const entry = behindFlags || isPresent(command, args) ? findEntityEntry(command) : undefined;
    if (!entry) return [];
    const title = area ? localize(area, context.locale) : group;
    return [{ entry, description: localize(help, context.locale), group: title, isEntity: true }];
  });
  return [...own, ...ofEntities];
}

/** The entities by their area of the menu, one paragraph per area. */
export function formatAreas(listed: readonly Listed[], { t }: Context): string {
  const entities = listed.filter(({ isEntity }) => isEntity);
  const titles = [...new Set(entities.map(({ group }) => group))];
  const width = Math.max(...titles.map(measureWidth));
  const room = Math.min(getTerminalColumns(), 80) - width - 4;
  const paragraphs = titles.map((title) => {
    const names = entities.filter(({ group }) => group === title).map(({ entry }) => entry.name);
    const [first = '', ...rest] = wrapText(names.join(' '), room, true);
    return [`  ${fit(title, width)}  ${first}`, ...rest.map((line) => `  ${' '.repeat(width)}  ${line}`)].join('\n');
  });
  return `\n${t('cli.records')}\n${paragraphs.join('\n')}`;
}

/** Adds examples of common tasks below those of the definition. */
export function addExamples(leaf: Command, entry: string, { t }: Pick<Context, 't'>): void {
  const path = leaf.name() === entry ? entry : `${entry} ${leaf.name()}`;
  const plain = (plainExamples[path] ?? []).map((line) => `  ${line}`);
  const own = plain.length > 0 ? [`\n${t('cli.examples')}`, ...plain] : [];
  const typed = [...own, ...(examples[path] ?? []).map((line) => `  ${line}`)];
  if (typed.length > 0) leaf.addHelpText('after', typed.join('\n'));
}

/** The first steps after the installation. */
export function formatFirstSteps({ t }: Context): string {
  const steps = [
    'gantry login --server https://gantry.example.com',
    'gantry user list --limit 10',
    'gantry order list -o json',
    'gantry tui',
  ];
  return `\n${t('cli.examples')}\n${steps.map((step) => `  ${step}`).join('\n')}\n\n${t('cli.moreHelp')}`;
}
