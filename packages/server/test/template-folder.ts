import { cpSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** How long the process that makes it may take, in ms. */
const timeoutMs = 90_000;

/**
 * A new data folder like the one that `make` fills: that is done once in a run of tests, by the first process that asks, and
 * copied ever after.
 * @param prefix of the new folder's name
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

/** Has its name only once it is whole. What keeps room on the disk is made by each server again. */
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
