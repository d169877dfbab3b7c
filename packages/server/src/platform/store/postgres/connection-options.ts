import { readFileSync } from 'node:fs';
import type { ConnectionOptions } from 'node:tls';

/** Values of `sslmode` that are honored. `allow` and `prefer` fall back to plain text in libpq, which is not safe to rely on. */
const sslModes = ['disable', 'no-verify', 'require', 'verify-ca', 'verify-full'];
/** Parameters of a URL about TLS; the driver interprets some of them differently than libpq. */
const tlsParameters = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'sslnegotiation', 'uselibpqcompat'];

/** Why a database URL cannot be used. */
export type DatabaseUrlProblem = 'malformedUrl' | 'unknownSslMode' | 'verifyCaWithoutCa';

/** A database URL that cannot be used. The message does not contain the URL, which may hold a password. */
export class DatabaseUrlError extends Error {
  override readonly name = 'DatabaseUrlError';
  readonly problem: DatabaseUrlProblem;

  constructor(problem: DatabaseUrlProblem) {
    super(`the database URL cannot be used: ${problem}`);
    this.problem = problem;
  }
}

export interface PostgresConnection {
  /** The URL without the TLS parameters. */
  readonly connectionString: string;
  /** Left out when the URL has no TLS parameters: the driver then uses `PGSSLMODE`. */
  readonly ssl?: ConnectionOptions | false;
  readonly sslnegotiation?: 'direct';
}

/**
 * Parses a URL like libpq, and loads the certificates that it names. `caFile`, a private CA, replaces `sslrootcert`. With a CA
 * and no `sslmode`, the certificate and the host name are verified.
 */
export function readPostgresUrl(url: string, caFile: string | null = null): PostgresConnection {
  const [address = '', query = ''] = splitQuery(url);
  if (!isWellFormed(address, query)) throw new DatabaseUrlError('malformedUrl');
  const parameters = new URLSearchParams(query);
  const ssl = readTls(parameters, caFile);
  const isDirect = parameters.get('sslnegotiation') === 'direct';
  for (const name of tlsParameters) parameters.delete(name);
  const rest = parameters.size === 0 ? '' : `?${parameters}`;
  return {
    connectionString: `${address}${rest}`,
    ...(ssl === undefined ? {} : { ssl }),
    ...(isDirect ? { sslnegotiation: 'direct' as const } : {}),
  };
}

function splitQuery(url: string): [string, string] {
  const at = url.indexOf('?');
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)];
}

/** Whether the URL has no unencoded special characters: `/`, `?`, `#` and `%` in a password would split it incorrectly. */
function isWellFormed(address: string, query: string): boolean {
  if (/[#\s]/.test(address) || /[@#\s]/.test(query)) return false;
  try {
    // A user without a host is common with the socket folder in `host`.
    const { username, password, pathname } = new URL(address.replace('@/', '@socket/'));
    for (const part of [username, password, pathname]) decodeURIComponent(part);
    return !pathname.includes('@');
  } catch {
    return false;
  }
}

function readTls(given: URLSearchParams, caFile: string | null): ConnectionOptions | false | undefined {
  const named = given.get('sslrootcert');
  const caPath = caFile ?? (named === 'system' ? null : named);
  const wantsTls = ['true', '1'].includes(given.get('ssl') ?? '') || caFile !== null || named !== null;
  const mode = given.get('sslmode') ?? (wantsTls ? 'verify-full' : null);
  if (mode === null) return given.get('ssl') === '0' ? false : undefined;
  if (!sslModes.includes(mode)) throw new DatabaseUrlError('unknownSslMode');
  if (mode === 'disable') return false;
  if (mode === 'verify-ca' && caPath === null) throw new DatabaseUrlError('verifyCaWithoutCa');
  return { ...getVerification(mode, caPath), ...getCertificates(given, caPath) };
}

/** `require` with a CA verifies the chain, as in libpq. */
function getVerification(mode: string, caPath: string | null): ConnectionOptions {
  if (mode === 'verify-full') return { rejectUnauthorized: true };
  const verifiesChain = mode === 'verify-ca' || (mode === 'require' && caPath !== null);
  return verifiesChain
    ? { rejectUnauthorized: true, checkServerIdentity: () => undefined }
    : { rejectUnauthorized: false };
}

function getCertificates(given: URLSearchParams, caPath: string | null): ConnectionOptions {
  const [cert, key] = [given.get('sslcert'), given.get('sslkey')];
  return {
    ...(caPath ? { ca: readFileSync(caPath, 'utf8') } : {}),
    ...(cert ? { cert: readFileSync(cert, 'utf8') } : {}),
    ...(key ? { key: readFileSync(key, 'utf8') } : {}),
  };
}
