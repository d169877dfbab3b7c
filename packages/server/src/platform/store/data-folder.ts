import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** The data folder cannot be used as it is; the kind says why. */
export class FolderProblem extends Error {
  override readonly name = 'FolderProblem';
  readonly problem: 'readOnly' | 'open';
  readonly folder: string;

  constructor(problem: FolderProblem['problem'], folder: string) {
    super(`data folder: ${problem}`);
    this.problem = problem;
    this.folder = folder;
  }
}

const ownerOnly = 0o700;
const othersMask = 0o077;
/** Files that mark a folder as one of ours. */
const marks: readonly string[] = ['gantry.db', 'master.key', 'reserve'];

/**
 * Makes the data folder, for its owner alone. One that others may enter is closed to them when it is ours or empty, and `onTightened`
 * is called; any other folder is left as it is and rejected: it may be a home or a shared folder.
 */
export function prepareDataFolder(folder: string, onTightened: (folder: string) => void): void {
  makeFolder(folder);
  const { mode } = statSync(folder);
  if (process.platform === 'win32' || (mode & othersMask) === 0) return;
  const names = readdirSync(folder);
  if (names.length > 0 && !names.some((name) => marks.includes(name))) throw new FolderProblem('open', folder);
  try {
    chmodSync(folder, ownerOnly);
    for (const name of names) closeFile(path.join(folder, name));
  } catch {
    throw new FolderProblem('open', folder);
  }
  onTightened(folder);
}

/** Folders below are closed by the one above; files are closed one by one, since they may be moved. */
function closeFile(file: string): void {
  const stat = statSync(file);
  if (stat.isFile() && (stat.mode & othersMask) !== 0) chmodSync(file, stat.mode & ownerOnly & 0o600);
}

/** Makes a folder for its owner alone, with those above it, and sees that it may be written to. */
export function makeFolder(folder: string): void {
  try {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: ownerOnly });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') throw new FolderProblem('readOnly', folder);
    throw error;
  }
}
