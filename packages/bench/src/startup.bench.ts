import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startServer } from '../../server/test/server-process.ts';
import type { BenchResult } from './bench-result.ts';
import { figure, medians } from './measure.ts';

const gantry = fileURLToPath(new URL('../../../bin/gantry', import.meta.url));
const rounds = 40;

/** Runs a program to its end and discards its output. */
function runToEnd(args: readonly string[], env: NodeJS.ProcessEnv): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const complaints: Buffer[] = [];
    child.stdout.resume();
    child.stderr.on('data', (piece: Buffer) => complaints.push(piece));
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`${args.join(' ')} ended with ${code}: ${Buffer.concat(complaints).toString('utf8')}`));
    });
  });
}

/** Measures processes from spawn to exit, alternately: an empty Node.js, the version, and a list from a running server. */
export async function benchStartup(): Promise<BenchResult[]> {
  const server = await startServer();
  const config = mkdtempSync(path.join(tmpdir(), 'gantry-bench-'));
  try {
    const token = await server.firstAdmin();
    await server.call('/banned-word/create', { word: '示例词' }, { token });
    const env = { ...process.env, GANTRY_CONFIG_DIR: config, GANTRY_SERVER: server.url, GANTRY_TOKEN: token };
    const took = await medians(
      {
        node: () => runToEnd(['-e', '0'], env),
        version: () => runToEnd([gantry, '--version'], env),
        list: () => runToEnd([gantry, 'banned-word', 'list'], env),
      },
      { rounds, warmUps: 3 },
    );
    const note = 'whole process, against node -e 0';
    return [
      figure({ name: 'gantry --version', ours: took.version, floor: took.node, bound: 1.5, note }),
      figure({ name: 'gantry banned-word list', ours: took.list, floor: took.node, bound: 3, note }),
    ];
  } finally {
    await server.stop();
    rmSync(config, { recursive: true, force: true });
  }
}
