import type { ImportRowError } from '@gantry/core';

/** One problem of a file, and where it is. */
export interface ProblemGroup {
  /** Of the field. */
  readonly name: string;
  readonly why: string;
  /** Lines that have it, as they come in the file. */
  readonly lines: readonly number[];
}

/** Each problem once, the one of most lines first: a wrong column is one mistake, however many lines it has. */
export function groupProblems(
  errors: readonly ImportRowError[],
  whyOf: (line: number, name: string, reported: readonly string[]) => string,
): ProblemGroup[] {
  const groups = new Map<string, ProblemGroup & { readonly lines: number[] }>();
  for (const { line, errors: reasons } of errors) {
    for (const [path, reported] of Object.entries(reasons)) {
      const name = path.split('.')[0] ?? path;
      const why = whyOf(line, name, reported);
      const key = JSON.stringify([name, why]);
      const group = groups.get(key) ?? { name, why, lines: [] };
      if (group.lines.at(-1) !== line) group.lines.push(line);
      groups.set(key, group);
    }
  }
  return [...groups.values()].sort((one, other) => other.lines.length - one.lines.length);
}
