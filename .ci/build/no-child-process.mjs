/**
 * Replaces node:child_process for the command parser: its feature of external subcommands is not used, and loading takes time.
 */
export function spawn() {
  throw new Error('a command is no program of its own');
}
