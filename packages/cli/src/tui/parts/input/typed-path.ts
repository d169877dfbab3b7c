import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

/** A path as it was typed; `~` is the home of whoever sits at the terminal. */
export function parseTypedPath(typed: string): string {
  return path.resolve(typed.trim().replace(/^~(?=\/|$)/, homedir()));
}

const isPicture = (name: string) => /\.(png|jpe?g|gif|webp|svg)$/i.test(name);

async function filesIn(folder: string, isWanted: (name: string) => boolean): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && isWanted(entry.name)).map(({ name }) => name);
  return names.sort().map((name) => path.join(folder, name));
}

/** The file of a line; those that fit a name with `*`; the images of a folder. */
async function filesOf(line: string): Promise<string[]> {
  const full = parseTypedPath(line);
  const name = path.basename(full);
  if (name.includes('*')) {
    const parts = name.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
    const fits = new RegExp(`^${parts.join('.*')}$`);
    return filesIn(path.dirname(full), (one) => fits.test(one));
  }
  return (await stat(full)).isDirectory() ? filesIn(full, isPicture) : [full];
}

/** Files as they were typed, a line each, none twice. Rejects where one is not there. */
export async function expandTypedPaths(typed: string): Promise<string[]> {
  const lines = typed.split('\n').filter((line) => line.trim() !== '');
  const found: string[] = [];
  for (const line of lines) found.push(...(await filesOf(line)));
  return [...new Set(found)];
}
