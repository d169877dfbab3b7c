import { parseArgs } from 'node:util';
import { errorMessage } from '@gantry/core';

export interface DemoOptions {
  readonly help: boolean;
  readonly rows: number;
  readonly seed: number;
  /** Calls per minute that simulated services make while the demo runs; 0 disables them. */
  readonly live: number;
  /** Flags for the configuration of the server. */
  readonly flags: ReadonlyMap<string, string>;
}

/** An invalid value of an option. */
export class BadOption extends Error {
  override readonly name = 'BadOption';
  readonly flag: string;
  readonly given: string;

  constructor(flag: string, given: string) {
    super(`${flag}: ${given}`);
    this.flag = flag;
    this.given = given;
  }
}

const text = { type: 'string' } as const;
const options = {
  ...{ data: text, port: text, host: text, database: text, rows: text, seed: text, live: text },
  help: { type: 'boolean', short: 'h' },
} as const;

function integerSchema(flag: string, given: string | undefined, otherwise: number, max: number): number {
  if (given === undefined) return otherwise;
  if (!/^\d{1,9}$/.test(given) || Number(given) > max) throw new BadOption(`--${flag}`, given);
  return Number(given);
}

export function readDemoOptions(args: readonly string[]): DemoOptions {
  const values = parsed(args);
  // With live traffic, each call would log a line between the user and the printed password.
  const flags = new Map([
    ['data', values.data ?? '.gantry-demo'],
    ['log-level', 'warn'],
  ]);
  for (const name of ['port', 'host', 'database'] as const) {
    const value = values[name];
    if (value !== undefined) flags.set(name, value);
  }
  return {
    help: values.help ?? false,
    rows: integerSchema('rows', values.rows, 40_000, 5_000_000),
    seed: integerSchema('seed', values.seed, 1, 999_999_999),
    live: integerSchema('live', values.live, 2, 60_000),
    flags,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new BadOption('demo', errorMessage(error));
  }
}
