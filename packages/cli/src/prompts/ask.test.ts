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
  // Signing in again says nothing of it.
  profiles.save('live', { server: 'http://live.test', username: 'root' });
  context = { ...own, isTty: true, note: (line) => void noted.push(line) };
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true });
});

/** Whether harm goes on after an answer. */
async function goesOn(server: string, answer: string): Promise<boolean> {
  noted = [];
  const said = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  const requested = confirm({ ...context, server: async () => server }, 'Delete it?');
  await vi.waitFor(() => expect(said).toHaveBeenCalled());
  process.stdin.emit('data', Buffer.from(`${answer}\r`));
  const isDone = await requested.then(
    () => true,
    () => false,
  );
  said.mockRestore();
  return isDone;
}

it.each([
  ['http://live.test', 'y', false],
  ['http://live.test', 'live', true],
  ['http://other.test', 'y', true],
  ['http://other.test', 'n', false],
])('of %s takes %s for a yes: %s', async (server, answer, isYes) => {
  expect(await goesOn(server, answer)).toBe(isYes);
  expect(noted).toEqual(server.includes('live') ? ['⚠ PRODUCTION live (http://live.test)'] : []);
});
