import type { words } from '@gantry/core/words/en-US/man';
import type { Command } from 'commander';
import { exitCodes } from '../../context/exit.ts';
import {
  formatEntry,
  formatHead,
  formatLiteral,
  formatParagraph,
  formatSection,
  formatSubsection,
} from '../../output/roff.ts';

/** A page of the manual. */
export interface Page {
  readonly name: string;
  readonly content: string;
}

/** What all pages of one language share. */
interface Manual {
  readonly version: string;
  readonly words: (typeof words)['man'];
}

/** Where the program stores its files, below its configuration folder. */
const paths: Readonly<Record<keyof Manual['words']['paths'], string>> = {
  profiles: '~/.config/gantry/profiles.json',
  session: '~/.config/gantry/session-<profile>.json',
  aliases: '~/.config/gantry/aliases.json',
  jobs: '~/.config/gantry/jobs/',
};
const pathNames = Object.keys(paths) as (keyof typeof paths)[];

const getPageName = (command: Command) => (command.parent ? `gantry-${command.name()}` : 'gantry');

function formatUsage(command: Command): string {
  const names = [command.name()];
  for (let above = command.parent; above; above = above.parent) names.unshift(above.name());
  const args = command.registeredArguments.map((arg) => {
    const name = arg.name() + (arg.variadic ? '...' : '');
    return arg.required ? `<${name}>` : `[${name}]`;
  });
  return [...names, ...args].join(' ');
}

/** The options of one command, or those that every command has. */
function getOptions(command: Command, isOfEvery: boolean): string {
  const help = command.createHelp();
  const own = help.visibleOptions(command).filter((option) => (option.helpGroupHeading !== undefined) === isOfEvery);
  return own.map((option) => formatEntry(option.flags, help.optionDescription(option))).join('');
}

/** What help shows below the options: examples, columns. */
function formatAfterOptions(command: Command): string {
  const parts: string[] = [];
  command.configureOutput({ writeOut: (part) => void parts.push(part) });
  command.outputHelp();
  return formatLiteral(parts.join('').slice(command.helpInformation().length).trimEnd());
}

function getLeaf(command: Command): string {
  const help = command.createHelp();
  const args = command.registeredArguments
    .filter(({ description }) => description !== '')
    .map((arg) => formatEntry(arg.name(), help.argumentDescription(arg)));
  return [
    formatParagraph(command.description()),
    ...args,
    getOptions(command, false),
    formatAfterOptions(command),
  ].join('');
}

/** The page of one command with all its subcommands. */
function createPage(command: Command, { version, words }: Manual): Page {
  const name = getPageName(command);
  const all = command.commands.length > 0 ? command.commands : [command];
  const parts = all.map((one) => formatSubsection(formatUsage(one), getLeaf(one)));
  const content = [
    formatHead(name, version),
    formatSection(words.name, formatParagraph(`${name} - ${command.description()}`)),
    formatSection(words.synopsis, formatLiteral(all.map(formatUsage).join('\n'))),
    formatSection(words.commands, ...parts),
    formatSection(words.options, formatParagraph(words.ofEvery)),
    formatSection(words.seeAlso, formatParagraph('gantry(1)')),
  ];
  return { name, content: content.join('') };
}

/** The overview page that refers to the others. */
function createOverview(program: Command, { version, words }: Manual): Page {
  const some = program.commands.find(({ commands }) => commands.length === 0);
  const statuses = Object.entries(exitCodes) as [keyof typeof exitCodes, number][];
  const content = [
    formatHead('gantry', version),
    formatSection(words.name, formatParagraph(`gantry - ${program.description()}`)),
    formatSection(words.synopsis, formatLiteral('gantry <command> [options]\ngantry <command> --help')),
    formatSection(
      words.commands,
      ...program.commands.map((one) => formatEntry(`gantry-${one.name()}(1)`, one.description())),
    ),
    formatSection(words.options, some ? getOptions(some, true) : ''),
    formatSection(words.environment, ...Object.entries(words.variables).map(([name, text]) => formatEntry(name, text))),
    formatSection(words.files, ...pathNames.map((name) => formatEntry(paths[name], words.paths[name]))),
    formatSection(
      words.exitStatus,
      ...statuses.map(([name, status]) => formatEntry(String(status), words.statuses[name])),
    ),
    formatSection(words.examples, formatAfterOptions(program)),
  ];
  return { name: 'gantry', content: content.join('') };
}

/** Creates all pages of the manual from the command tree. */
export function createPages(program: Command, manual: Manual): Page[] {
  return [createOverview(program, manual), ...program.commands.map((command) => createPage(command, manual))];
}
