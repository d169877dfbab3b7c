import process from 'node:process';
import { parseArgs } from 'node:util';
import { errorMessage, localize } from '@gantry/core';
import { createContext } from '../../../cli/src/context/context.ts';
import { CliError, exitCodes, getExitStatus, toErrorReport } from '../../../cli/src/context/exit.ts';
import { simulate } from './simulate.ts';
import { simulateWords } from './simulate-words.ts';

const text = { type: 'string' } as const;
const options = {
  ...{ server: text, profile: text, locale: text, people: text, codes: text, client: text },
  rate: { type: 'string', default: '10' },
  seconds: { type: 'string', default: '10' },
  users: { type: 'string', default: '10' },
  sign: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  help: { type: 'boolean', short: 'h' },
} as const;

function readOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new CliError(errorMessage(error), exitCodes.usage);
  }
}

/** Runs the simulator with the profiles and tokens of the gantry CLI, and returns its exit status. */
async function run(args: readonly string[]): Promise<number> {
  const context = await createContext(args, '');
  try {
    const given = readOptions(args);
    if (given.help) {
      await context.write(`${localize(simulateWords.help, context.locale)}\n`);
      return exitCodes.done;
    }
    const server = given.server ?? null;
    const [profile, yes] = [given.profile ?? null, given.yes === true];
    const others = {
      form: null,
      fields: null,
      jq: null,
      stepUpStdin: false,
      timeout: 30,
      maxWait: null,
      color: 'auto',
    };
    context.setOptions({ ...others, server, profile, yes });
    await simulate(given, context);
    return exitCodes.done;
  } catch (error) {
    context.complain(toErrorReport(error));
    return getExitStatus(error);
  } finally {
    await context.close();
  }
}

process.exitCode = await run(process.argv.slice(2));
