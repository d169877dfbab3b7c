/** A terminal that shows ASCII alone: asked for, or said by the locale or the kind of terminal. */
export function isPlainTerminal(environment: NodeJS.ProcessEnv, requested: boolean): boolean {
  if (requested) return true;
  const locale = environment.LC_ALL || environment.LC_CTYPE || environment.LANG || '';
  return /^(C|POSIX)$/.test(locale) || environment.TERM === 'dumb';
}
