/** A problem that the person can solve: it is shown as one sentence, without a stack. */
export class Problem extends Error {}

/**
 * Runs a script's main function and ends with the exit code that it answers.
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
 * One line about what is going on, on stderr, so that a command's own output stays clean.
 * @param {string} line
 */
export function say(line) {
  process.stderr.write(`${line}\n`);
}
