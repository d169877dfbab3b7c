import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

/** Thrown when the data folder cannot be used, with the reason. */
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
/** Files that identify a data folder. */
const knownFiles: readonly string[] = ['gantry.db', 'master.key', 'reserve'];

/**
 * Creates the data folder with access for its owner only. An existing folder with wider access is restricted when it is a data
 * folder or empty, and `onTightened` is called. Any other folder is rejected unchanged: it may be a home or shared folder.
 */
export function prepareDataFolder(folder: string, onTightened: (folder: string) => void): void {
  createFolder(folder);
  const { mode } = statSync(folder);
  if (process.platform === 'win32' || (mode & othersMask) === 0) return;
  const names = readdirSync(folder);
  if (names.length > 0 && !names.some((name) => knownFiles.includes(name))) throw new FolderProblem('open', folder);
  try {
    chmodSync(folder, ownerOnly);
    for (const name of names) restrictFile(path.join(folder, name));
  } catch {
    throw new FolderProblem('open', folder);
  }
  onTightened(folder);
}

/** Restricts a file. Subfolders are protected by their parent, but files are restricted, since they may be moved. */
function restrictFile(file: string): void {
  const stat = statSync(file);
  if (stat.isFile() && (stat.mode & othersMask) !== 0) chmodSync(file, stat.mode & ownerOnly & 0o600);
}

/** Creates a folder and its parents with access for the owner only, and checks that it is writable. */
export function createFolder(folder: string): void {
  try {
    if (!existsSync(folder)) mkdirSync(folder, { recursive: true, mode: ownerOnly });
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : '';
    if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM') throw new FolderProblem('readOnly', folder);
    throw error;
  }
}
