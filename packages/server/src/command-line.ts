import { parseArgs } from 'node:util';
import type { WordKey } from '@gantry/core';
import type { words } from '@gantry/core/words/zh-CN/server';

export type ServerWordKey = WordKey | `server.${keyof (typeof words)['server']}`;

/** A command line that cannot be run. The key selects the message in the user's language. */
export class UsageError extends Error {
  readonly key: ServerWordKey;
  readonly params: Readonly<Record<string, string>>;

  constructor(key: ServerWordKey, params: Readonly<Record<string, string>> = {}) {
    super(key);
    this.name = 'UsageError';
    this.key = key;
    this.params = params;
  }
}

export type Flags = ReadonlyMap<string, string>;

export interface CommandLine {
  /** `serve` when no command is given, `help` whenever it is requested. */
  readonly command: string;
  /** The words after the command. */
  readonly words: readonly string[];
  readonly flags: Flags;
}

const sharedFlags = [
  ...['host', 'port', 'data', 'database', 'database-ca', 'database-pooler', 'metrics-host', 'metrics-port'],
  ...['base-path', 'cors-origins', 'trust-proxy', 'rate-limit', 'drain-seconds', 'appearance', 'log-level'],
];

interface CommandShape {
  readonly words: number;
  readonly flags?: readonly string[];
  readonly switches?: readonly string[];
}

/** The number of arguments of each command, and its own flags. */
const commands: Readonly<Record<string, CommandShape>> = {
  serve: { words: 0, switches: ['sample-data'] },
  'admin create': { words: 0, flags: ['username', 'name', 'role', 'preset'], switches: ['password-stdin'] },
  'console export': { words: 1, flags: ['api-url', 'media-hosts'], switches: ['force'] },
  migrate: { words: 0 },
  backup: { words: 1 },
  restore: { words: 1, switches: ['force'] },
  copy: { words: 0, flags: ['from', 'to'] },
  'audit verify': { words: 0 },
  'secrets rotate': { words: 0, switches: ['resume'] },
  version: { words: 0 },
  help: { words: 0 },
  'snapshot schema': { words: 0 },
  'snapshot tables': { words: 0 },
  'snapshot routes': { words: 0 },
  'snapshot migration': { words: 1 },
};

/** Parses a command line strictly: an unknown word or flag, or a flag without its value, is rejected. */
export function readCommandLine(args: readonly string[]): CommandLine {
  const options = createOptions();
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (!(token.name in options)) throw new UsageError('server.unknownFlag', { given: token.rawName });
    if (options[token.name]?.type === 'string') readFlagValue(token.rawName, token.value);
  }
  if (tokens.some((token) => token.kind === 'option' && token.name === 'help' && token.value === undefined))
    return { command: 'help', words: [], flags: new Map() };
  const typed = tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : []));
  const command = typed.length === 0 ? 'serve' : findCommand(typed);
  const shape = commands[command];
  const given = typed.slice(command.split(' ').length);
  if (!shape || given.length > shape.words)
    throw new UsageError('server.unknownFlag', { given: given.at(-1) ?? typed.join(' ') });
  const flags = readFlags(tokens, shape);
  if (given.length < shape.words) throw new UsageError('server.missingValue', { flag: command });
  return { command, words: given, flags };
}

type Token = NonNullable<ReturnType<typeof parseArgs>['tokens']>[number];

/** The flags of a command. Flags of other commands are rejected as unknown. */
function readFlags(tokens: readonly Token[], shape: CommandShape): Flags {
  const known = [...sharedFlags, ...(shape.flags ?? [])];
  const flags = new Map<string, string>();
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (known.includes(token.name)) flags.set(token.name, readFlagValue(token.rawName, token.value));
    else if (shape.switches?.includes(token.name) && token.value === undefined) flags.set(token.name, 'true');
    else throw new UsageError('server.unknownFlag', { given: token.rawName });
  }
  return flags;
}

/** The longest command that the words start with. */
function findCommand(typed: readonly string[]): string {
  const two = typed.slice(0, 2).join(' ');
  if (two in commands) return two;
  const one = typed[0] ?? '';
  return one in commands ? one : two;
}

function readFlagValue(flag: string, value: string | undefined): string {
  if (value === undefined || value === '' || value.startsWith('--'))
    throw new UsageError('server.missingValue', { flag });
  return value;
}

function createOptions(): Record<string, { type: 'string' | 'boolean'; short?: string }> {
  const all = Object.values(commands);
  const valued = [...sharedFlags, ...all.flatMap(({ flags = [] }) => flags)];
  const switches = ['help', ...all.flatMap(({ switches = [] }) => switches)];
  return Object.fromEntries([
    ...valued.map((name) => [name, { type: 'string' }] as const),
    ...switches.map((name) => [name, { type: 'boolean', ...(name === 'help' ? { short: 'h' } : {}) }] as const),
  ]);
}
