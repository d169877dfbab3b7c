import { readdir, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

/** The absolute path for typed input; `~` is the user's home directory. */
export function parseTypedPath(typed: string): string {
  return path.resolve(typed.trim().replace(/^~(?=\/|$)/, homedir()));
}

const isImage = (name: string) => /\.(png|jpe?g|gif|webp|svg)$/i.test(name);

async function listFolder(folder: string, isWanted: (name: string) => boolean): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isFile() && isWanted(entry.name)).map(({ name }) => name);
  return names.sort().map((name) => path.join(folder, name));
}

/** Expands a path to files: the file itself, the files that match a name with `*`, or the images of a folder. */
async function expandPath(line: string): Promise<string[]> {
  const full = parseTypedPath(line);
  const name = path.basename(full);
  if (name.includes('*')) {
    const parts = name.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
    const pattern = new RegExp(`^${parts.join('.*')}$`);
    return listFolder(path.dirname(full), (one) => pattern.test(one));
  }
  return (await stat(full)).isDirectory() ? listFolder(full, isImage) : [full];
}

/** Expands typed paths, one on each line, to files without duplicates. Rejects when a path does not exist. */
export async function expandTypedPaths(typed: string): Promise<string[]> {
  const lines = typed.split('\n').filter((line) => line.trim() !== '');
  const files: string[] = [];
  for (const line of lines) files.push(...(await expandPath(line)));
  return [...new Set(files)];
}
