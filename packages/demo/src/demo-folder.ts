import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Says that a folder is a demo that was filled to its end. */
const markerName = 'demo.json';

export type FolderState = 'filled' | 'empty' | 'foreign';

/** A folder with something in it that is no finished demo is left alone. */
export function stateOfFolder(folder: string): FolderState {
  if (existsSync(path.join(folder, markerName))) return 'filled';
  return existsSync(folder) && readdirSync(folder).length > 0 ? 'foreign' : 'empty';
}

/**
 * Runs `fill` on a folder beside the real one, and puts it in its place once all went well: a demo that was interrupted is
 * begun anew and never half there.
 */
export async function fillFolder(folder: string, fill: (folder: string) => Promise<object>): Promise<void> {
  const draft = `${folder}.filling`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true, mode: 0o700 });
  const facts = await fill(draft);
  writeFileSync(path.join(draft, markerName), `${JSON.stringify(facts, null, 2)}\n`);
  renameSync(draft, folder);
}
