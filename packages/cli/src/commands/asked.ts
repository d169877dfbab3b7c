/** The words of a command line that say which command is meant. */
export interface Asked {
  readonly command?: string;
  readonly sub?: string;
}

/** `help order list` asks for what `order list --help` does. */
export function helpAsked(args: readonly string[]): readonly string[] {
  const { command } = askedOf(args);
  const at = command === 'help' ? args.indexOf('help') : -1;
  return at < 0 ? args : [...args.filter((_arg, place) => place !== at), '--help'];
}

const valueOptions = ['--server', '--profile', '-o', '--output', '--locale', '--color', '--timeout'];

/**
 * The first two words that are no options and no option's values. A word after a call for help is not asked for: help is
 * given of what stands before.
 */
export function askedOf(args: readonly string[]): Asked {
  const helpAt = args.findIndex((arg) => /^(--help|-y*hy*)$/.test(arg));
  const before = helpAt < 0 ? args : args.slice(0, helpAt);
  const words = before.filter((arg, at) => !arg.startsWith('-') && !valueOptions.includes(before[at - 1] ?? ''));
  const [command, sub] = words;
  return { ...(command === undefined ? {} : { command }), ...(sub === undefined ? {} : { sub }) };
}
