/** Why PostgreSQL cannot be used, for problems that an operator can solve. */
export type ConnectionProblem =
  | 'full'
  | 'starting'
  | 'unanswered'
  | 'rejectedUser'
  | 'rejectedHost'
  | 'noDatabase'
  | 'mayNotCreate'
  | 'readOnly'
  | 'noTls'
  | 'untrustedCertificate'
  | 'otherHostName'
  | 'expiredCertificate';

/** Thrown when PostgreSQL accepts connections but no writes: a standby, or a read-only server. */
export class ReadOnlyServer extends Error {
  override readonly name = 'ReadOnlyServer';
  readonly code = '25006';
}

const byCode: ReadonlyMap<string, ConnectionProblem> = new Map([
  ['53300', 'full'],
  ['57P03', 'starting'],
  ['57P01', 'starting'],
  ['57P02', 'starting'],
  ['28P01', 'rejectedUser'],
  ['28000', 'rejectedHost'],
  ['3D000', 'noDatabase'],
  ['42501', 'mayNotCreate'],
  ['25006', 'readOnly'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'untrustedCertificate'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'untrustedCertificate'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'untrustedCertificate'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'untrustedCertificate'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'untrustedCertificate'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'otherHostName'],
  ['CERT_HAS_EXPIRED', 'expiredCertificate'],
  ['ETIMEDOUT', 'unanswered'],
]);

/** Problems by message, for errors of a pooler or the driver without a specific code. */
const byMessage: readonly (readonly [RegExp, ConnectionProblem])[] = [
  [/no more connections allowed|too many (clients|connections)|remaining connection slots|query_wait_timeout/i, 'full'],
  [/no such database|database "[^"]*" does not exist/i, 'noDatabase'],
  [/authentication failed|password must be a|no such user/i, 'rejectedUser'],
  [/does not support SSL/i, 'noTls'],
  [/timeout exceeded when trying to connect|due to connection timeout/i, 'unanswered'],
];

/** Returns the connection problem of an error; null for any other error. */
export function getConnectionProblem(error: unknown): ConnectionProblem | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? String(error.code) : '';
  // Poolers use the same code for different problems.
  const ofMessage = code === '' || code.startsWith('08') ? byMessage.find(([what]) => what.test(error.message)) : null;
  return ofMessage?.[1] ?? byCode.get(code) ?? null;
}
