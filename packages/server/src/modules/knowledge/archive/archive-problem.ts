import { type ArchiveProblemName, archiveProblems, type Locale, localize } from '@gantry/core';

const colon = { zh: '：', en: ': ' } as const;

/** Thrown by whatever reads an archive; nothing of it has come in then. */
export class ArchiveProblem extends Error {
  override readonly name = 'ArchiveProblem';
  readonly problem: ArchiveProblemName;
  readonly detail: string;

  constructor(problem: ArchiveProblemName, detail: string | number = '') {
    super(problem);
    this.problem = problem;
    this.detail = String(detail);
  }

  in(locale: Locale): string {
    const words = localize(archiveProblems[this.problem], locale);
    return this.detail === '' ? words : words + localize(colon, locale) + this.detail;
  }
}
