import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The built CLI, as users run it. */
export const program = fileURLToPath(new URL('../dist/gantry.mjs', import.meta.url));

/** The simulator of the demo, which signs in with the profiles of the CLI. */
const simulator = fileURLToPath(new URL('../../server/dist/simulate.mjs', import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Gantry {
  /** The configuration folder with profiles and tokens. */
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  run(args: readonly string[], input?: string): Promise<Finished>;
  /** Simulates traffic of the platform. */
  simulate(args: readonly string[]): Promise<Finished>;
  /** Another user, whose folder is removed with this one. */
  another(extra?: Readonly<Record<string, string>>): Gantry;
}

/** A user at a shell: own configuration folder, English, no terminal. */
export function newGantry(extra: Readonly<Record<string, string>> = {}, parent = tmpdir()): Gantry {
  const directory = mkdtempSync(path.join(parent, 'gantry-cli-'));
  const env = { ...process.env, GANTRY_CONFIG_DIR: directory, GANTRY_LOCALE: 'en-US', NO_COLOR: '1', ...extra };
  return {
    directory,
    env,
    run: (args, input = '') => runToEnd(program, args, input, env),
    simulate: (args) => runToEnd(simulator, args, '', env),
    another: (more = {}) => newGantry(more, directory),
  };
}

function runToEnd(file: string, args: readonly string[], input: string, env: NodeJS.ProcessEnv): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    child.stdout.on('data', (piece: Buffer) => stdout.push(piece));
    child.stderr.on('data', (piece: Buffer) => stderr.push(piece));
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code, stdout: Buffer.concat(stdout).toString('utf8'), stderr: Buffer.concat(stderr).toString('utf8') }),
    );
    child.stdin.end(input);
  });
}
