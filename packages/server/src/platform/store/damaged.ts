/** Error codes of SQLite and PostgreSQL for damaged pages, indexes or files. */
const damageCodes = /^(SQLITE_(CORRUPT|NOTADB)(_\w+)?|XX00[12])$/;

export function isDamaged(error: unknown): boolean {
  return error instanceof Error && 'code' in error && damageCodes.test(String(error.code));
}
