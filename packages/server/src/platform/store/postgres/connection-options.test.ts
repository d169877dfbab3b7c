import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DatabaseUrlError, type PostgresConnection, readPostgresUrl } from './connection-options.ts';

let folder: string;
let ca: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gantry-ca-'));
  ca = path.join(folder, 'ca.pem');
  writeFileSync(ca, 'the certificate');
});
afterAll(() => rmSync(folder, { recursive: true }));

function getProblem(url: string): string {
  try {
    readPostgresUrl(url);
    return 'none';
  } catch (error) {
    return error instanceof DatabaseUrlError ? error.problem : String(error);
  }
}
const getTls = ({ ssl }: PostgresConnection) =>
  ssl ? { verifies: ssl.rejectUnauthorized, anyHost: ssl.checkServerIdentity !== undefined, ca: ssl.ca } : ssl;

describe('readPostgresUrl', () => {
  it.each([
    'postgres://gantry:a/b@db/gantry',
    'postgres://gantry:12/b@db/gantry',
    'postgres://gantry:12#b@db/gantry',
    'postgres://gantry:12?b@db/gantry',
    'postgres://gantry:50%off@db/gantry',
    'postgres://gantry:a b@db/gantry',
    'postgres://db:port/gantry',
  ])('rejects %s, whose special characters are not encoded', (url) => {
    expect(getProblem(url)).toBe('malformedUrl');
  });

  it.each([
    'postgres://db',
    'postgresql://gantry:a%2Fb%23%3F%25%40@[::1]:5432/gantry',
    'postgres://gantry@/gantry?host=/var/run/postgresql',
    'postgres:///gantry?host=/var/run/postgresql',
  ])('accepts %s', (url) => {
    expect(readPostgresUrl(url)).toEqual({ connectionString: url.replaceAll('=/var/run/', '=%2Fvar%2Frun%2F') });
  });

  it('reads sslmode as libpq does', () => {
    const read = (query: string) => getTls(readPostgresUrl(`postgres://db/gantry?${query}`));
    const none = { verifies: false, anyHost: false, ca: undefined };
    expect(read('sslmode=disable')).toBe(false);
    expect(read('sslmode=require')).toEqual(none);
    expect(read('sslmode=no-verify')).toEqual(none);
    expect(read('sslmode=verify-full')).toEqual({ verifies: true, anyHost: false, ca: undefined });
    expect(read(`sslmode=require&sslrootcert=${ca}`)).toEqual({ verifies: true, anyHost: true, ca: 'the certificate' });
    expect(read(`sslmode=verify-ca&sslrootcert=${ca}`)).toEqual({
      verifies: true,
      anyHost: true,
      ca: 'the certificate',
    });
    expect(read(`sslrootcert=${ca}`)).toEqual({ verifies: true, anyHost: false, ca: 'the certificate' });
    expect(read('sslrootcert=system')).toEqual({ verifies: true, anyHost: false, ca: undefined });
    expect(read('application_name=a')).toBeUndefined();
  });

  it('takes a CA file in place of sslrootcert, and keeps the other parameters', () => {
    const url = 'postgres://db/gantry?sslrootcert=/no/such/file&application_name=a&sslmode=verify-full';
    const read = readPostgresUrl(url, ca);
    expect(read.connectionString).toBe('postgres://db/gantry?application_name=a');
    expect(getTls(read)).toEqual({ verifies: true, anyHost: false, ca: 'the certificate' });
    expect(getTls(readPostgresUrl('postgres://db/gantry', ca))).toMatchObject({ verifies: true, anyHost: false });
  });

  it('rejects an sslmode that it cannot honor, and a file that it cannot read', () => {
    expect(getProblem('postgres://db/gantry?sslmode=prefer')).toBe('unknownSslMode');
    expect(getProblem('postgres://db/gantry?sslmode=verify-ca')).toBe('verifyCaWithoutCa');
    expect(getProblem('postgres://db/gantry?sslmode=verify-full&sslrootcert=/no/such/file')).toContain('/no/such/file');
  });
});
