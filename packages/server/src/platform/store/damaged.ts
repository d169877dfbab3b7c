/** Codes by which SQLite and PostgreSQL say that their own pages, indexes or file are damaged. */
const damageCodes = /^(SQLITE_(CORRUPT|NOTADB)(_\w+)?|XX00[12])$/;

export function isDamaged(error: unknown): boolean {
  return error instanceof Error && 'code' in error && damageCodes.test(String(error.code));
}
