/** A problem that the user can solve: shown as one sentence without a stack trace. */
export class Problem extends Error {}

/**
 * Runs a script's main function and exits with the code that it returns.
 * @param {() => Promise<number>} main
 */
export async function runMain(main) {
  try {
    process.exitCode = await main();
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}

/**
 * Prints a progress line to stderr, so that a command's own output stays clean.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${line}\n`);
}
