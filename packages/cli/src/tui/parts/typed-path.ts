import { homedir } from 'node:os';
import path from 'node:path';

/** A path as it was typed; `~` is the home of whoever sits at the terminal. */
export function typedPath(typed: string): string {
  return path.resolve(typed.trim().replace(/^~(?=\/|$)/, homedir()));
}
