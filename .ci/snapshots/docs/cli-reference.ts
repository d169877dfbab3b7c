// Prints docs/cli-reference.md: every gantry command with arguments and options, from the command tree of `--help`.
import { errorCatalogue } from '@gantry/core';
import { words as manEn } from '@gantry/core/words/en-US/man';
import { words as manZh } from '@gantry/core/words/zh-CN/man';
import { examples, plainExamples } from '../../../packages/cli/src/catalog/examples.ts';
import { listAllCommands } from '../../../packages/cli/src/commands/shell/help-parts.ts';
import { createContext } from '../../../packages/cli/src/context/context.ts';
import { exitCodes } from '../../../packages/cli/src/context/exit.ts';
import { buildProgram } from '../../../packages/cli/src/run.ts';
import { formatHead, formatTable, readLocale, toCell, toCode, toCodeCell } from './markdown.ts';

type Command = Awaited<ReturnType<typeof buildProgram>>;
type Option = Command['options'][number];

const locale = readLocale();
const isChinese = locale === 'zh-CN';
const say = (en: string, zh: string) => (isChinese ? zh : en);
const colon = say(': ', '：');
const { statuses } = (isChinese ? manZh : manEn).man;

// `man` as the command name loads the texts of every command.
const context = await createContext(['man', '--locale', locale], '0.0.0');
const program = await buildProgram(context, [], true);
const listed = listAllCommands(context, [], true);

const leavesOf = (command: Command): Command[] => (command.commands.length > 0 ? [...command.commands] : [command]);
const leaves = program.commands.flatMap(leavesOf);

function ownOptions(command: Command): Option[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .filter(({ helpGroupHeading }) => helpGroupHeading === undefined);
}

const describeOption = (command: Command, option: Option) => toCell(command.createHelp().optionDescription(option));
const keyOf = (command: Command, option: Option) => `${option.flags}\n${describeOption(command, option)}`;

/** An option with the same meaning on at least this many commands is described once, before the commands. */
const sharedFrom = 20;
const uses = new Map<string, number>();
for (const leaf of leaves)
  for (const option of ownOptions(leaf)) {
    const key = keyOf(leaf, option);
    uses.set(key, (uses.get(key) ?? 0) + 1);
  }
const sharedRows = [...uses]
  .filter(([, count]) => count >= sharedFrom)
  .map(([key]) => key.split('\n'))
  .map(([flags = '', description = '']) => [toCodeCell(flags), description]);

function usageOf(command: Command): string {
  const names = [command.name()];
  for (let above = command.parent; above; above = above.parent) names.unshift(above.name());
  const args = command.registeredArguments.map((one) => {
    const name = one.name() + (one.variadic ? '...' : '');
    return one.required ? `<${name}>` : `[${name}]`;
  });
  return [...names, ...args].join(' ');
}

const longName = ({ long, flags }: Option) => long ?? flags;

function formatLeaf(command: Command): string {
  const options = ownOptions(command);
  const isShared = (option: Option) => (uses.get(keyOf(command, option)) ?? 0) >= sharedFrom;
  const shared = options.filter(isShared).map((option) => toCode(longName(option)));
  const own = options
    .filter((option) => !isShared(option))
    .map((option) => `  - ${toCode(option.flags)}${colon}${describeOption(command, option)}`);
  const also = shared.length > 0 ? `${say(' Also: ', '另有：')}${shared.join(' ')}` : '';
  const description = toCell(command.description().replace('\n\n', isChinese ? '。' : '. ')).replace(/[.。]$/, '');
  return [`- ${toCode(usageOf(command))}${colon}${description}${isChinese ? '。' : '.'}${also}`, ...own].join('\n');
}

/** Whether a line is a command, not prose or the use of an alias. */
function isCommandLine(line: string): boolean {
  const [first, name = ''] = line.split(' ');
  return first === 'gantry' && program.commands.some((command) => command.name() === name);
}

/** Examples that were written for a command, without those that help derives from the fields. */
function listExamples(command: Command): string[] {
  const isLeaf = command.parent === program;
  const path = isLeaf ? command.name() : `${command.parent?.name()} ${command.name()}`;
  const isRecord = listed.some(({ entry, isEntity }) => isEntity && path.startsWith(`${entry.name} `));
  const written = [...(plainExamples[path] ?? []), ...(examples[path] ?? [])];
  return (isRecord ? written : [...written, ...readHelpExamples(command)]).filter(isCommandLine);
}

/** The lines below the options in help. */
function readHelpExamples(command: Command): string[] {
  const parts: string[] = [];
  command.configureOutput({ writeOut: (part) => void parts.push(part) });
  command.outputHelp();
  const below = parts.join('').slice(command.helpInformation().length);
  return below.split('\n').map((line) => line.trim());
}

function formatCommand(command: Command): string {
  const examples = leavesOf(command).flatMap(listExamples);
  const shown = examples.length > 0 ? [['```sh', ...new Set(examples), '```'].join('\n')] : [];
  const intro = command.commands.length > 0 ? toCell(command.description()) : '';
  const lines = leavesOf(command).map(formatLeaf).join('\n');
  return [`### ${command.name()}`, intro, lines, ...shown].filter(Boolean).join('\n\n');
}

const groups = [...new Set(listed.map(({ group }) => group))];
const commandParts = groups.map((group) => {
  const names = listed.filter((one) => one.group === group).map(({ entry }) => entry.name);
  const commands = program.commands.filter((command) => names.includes(command.name()));
  return [`## ${group.replace(/[:：]$/, '')}`, ...commands.map(formatCommand)].join('\n\n');
});

const [first] = leaves;
const globals = first
  ? first
      .createHelp()
      .visibleOptions(first)
      .filter(({ helpGroupHeading }) => helpGroupHeading !== undefined)
      .map((option) => [toCodeCell(option.flags), describeOption(first, option)])
  : [];
const statusRows = Object.entries(exitCodes).map(([name, status]) => [
  String(status),
  toCell(statuses[name as keyof typeof statuses]),
  errorCatalogue
    .filter(({ exit }) => exit === status)
    .map(({ code }) => code)
    .join(' '),
]);

const head = [say('Option', '选项'), say('Meaning', '含义')];
const parts = [
  formatHead(locale, 'cli-reference.md', say('Command line reference', '命令行参考')),
  say(
    'Every command of `gantry`, as `gantry COMMAND --help` describes it. Variables are in the [configuration reference](configuration.md#variables-of-the-command-line).',
    '`gantry` 的全部命令，内容与 `gantry 命令 --help` 一致。环境变量见[配置参考](configuration.md#命令行的环境变量)。',
  ),
  `## ${say('Options of every command', '所有命令的选项')}`,
  formatTable(head, globals),
  `## ${say('Options of many commands', '多个命令共有的选项')}`,
  say('A command names those that it takes under "Also".', '命令在“另有”中列出其支持的选项。'),
  formatTable(head, sharedRows),
  `## ${say('Exit statuses', '退出状态')}`,
  formatTable([say('Status', '状态'), say('Meaning', '含义'), say('Error codes of the API', '接口错误码')], statusRows),
  ...commandParts,
];
process.stdout.write(`${parts.join('\n\n')}\n`);
