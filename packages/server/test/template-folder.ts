import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Time limit for the process that creates the template, in ms. */
const timeoutMs = 90_000;

/**
 * Creates a data folder like the one that `make` fills: the first process of a test run fills it once, and every other call
 * copies it.
 * @param prefix prefix of the new folder's name
 */
export async function copyOfTemplate(prefix: string, make: (folder: string) => Promise<void>): Promise<string> {
  const template = path.join(tmpdir(), 'gantry-template-folder');
  for (const deadline = Date.now() + timeoutMs; !existsSync(template); await delay(50)) {
    if (isFirst(`${template}.lock`))
      await makeWhole(template, make).finally(() => rmSync(`${template}.lock`, { recursive: true }));
    else if (Date.now() > deadline) throw new Error('another process did not make the data folder in time');
  }
  const folder = mkdtempSync(path.join(tmpdir(), prefix));
  cpSync(template, folder, { recursive: true });
  return folder;
}

/** The template gets its final name only when complete. The file that reserves disk space is created again by each server. */
async function makeWhole(template: string, make: (folder: string) => Promise<void>): Promise<void> {
  if (existsSync(template)) return;
  const unfinished = mkdtempSync(`${template}-`);
  await make(unfinished);
  rmSync(path.join(unfinished, 'reserve'), { force: true });
  renameSync(unfinished, template);
}

function isFirst(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}
