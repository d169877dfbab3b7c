import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Context, createContext } from '../context/context.ts';
import { confirm } from './ask.ts';

let directory: string;
let context: Context;
let noted: string[];
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'gantry-ask-'));
  vi.stubEnv('GANTRY_CONFIG_DIR', directory);
  const own = await createContext(['--locale', 'en-US'], 'test');
  const profiles = await own.profiles();
  profiles.save('live', { server: 'http://live.test', username: 'root', production: true });
  // Another sign-in does not change the mark.
  profiles.save('live', { server: 'http://live.test', username: 'root' });
  context = { ...own, isTty: true, note: (line) => void noted.push(line) };
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true });
});

/** Whether a dangerous action continues after an answer. */
async function isConfirmed(server: string, answer: string): Promise<boolean> {
  noted = [];
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const requested = confirm({ ...context, server: async () => server }, 'Delete it?');
  await vi.waitFor(() => expect(written).toHaveBeenCalled());
  process.stdin.emit('data', Buffer.from(`${answer}\r`));
  const isDone = await requested.then(
    () => true,
    () => false,
  );
  written.mockRestore();
  return isDone;
}

it.each([
  ['http://live.test', 'y', false],
  ['http://live.test', 'live', true],
  ['http://other.test', 'y', true],
  ['http://other.test', 'n', false],
])('on %s reads the answer "%s" as a confirmation: %s', async (server, answer, isYes) => {
  expect(await isConfirmed(server, answer)).toBe(isYes);
  expect(noted).toEqual(server.includes('live') ? ['⚠ PRODUCTION live (http://live.test)'] : []);
});
