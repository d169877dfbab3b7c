import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { createTerminal, describeReason } from './terminal.ts';

const describe = (error: unknown) =>
  ['zh-CN', 'en-US'].map((locale) => describeReason(error, createTerminal({ GANTRY_LOCALE: locale })));

it('explains errors of files and connections in plain words', async () => {
  let missing: unknown;
  try {
    readFileSync('/no-such-folder/file');
  } catch (error) {
    missing = error;
  }
  expect(describe(missing)).toEqual([
    '/no-such-folder/file：文件或文件夹不存在',
    '/no-such-folder/file: file or folder not found',
  ]);
  const rejected = await new Promise((resolve) => connect(1, '127.0.0.1').once('error', resolve));
  const unreached = 'cannot reach 127.0.0.1:1 (ECONNREFUSED). Check the address, and that PostgreSQL is running there.';
  expect(describe(rejected)).toEqual([
    '无法连接 127.0.0.1:1（ECONNREFUSED）。请检查地址，并确认 PostgreSQL 已在该处运行。',
    unreached,
  ]);
  expect(describe(new AggregateError([rejected, rejected]))[1]).toBe(unreached);
  expect(describe(new Error('else'))).toEqual(['else', 'else']);
});

it('explains errors of PostgreSQL, of a pooler and of TLS with the next step', () => {
  const english = (message: string, code?: string) =>
    describe(Object.assign(new Error(message), code ? { code } : {}))[1];
  const full = 'PostgreSQL has no free connection. Raise max_connections or the limits of the pooler';
  expect(english('sorry, too many clients already', '53300')).toContain(full);
  expect(english('no more connections allowed (max_client_conn)', '08P01')).toContain(full);
  expect(english('password authentication failed for user "a"', '28P01')).toContain(
    'rejected the user name or password',
  );
  expect(english('no such database: a', '08P01')).toContain('Create it with createdb');
  expect(english('The server does not support SSL connections')).toContain('set sslmode=disable');
  expect(english('self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT')).toContain('--database-ca FILE');
  expect(english('alt names', 'ERR_TLS_CERT_ALTNAME_INVALID')).toContain('another host name');
  expect(english('cannot execute INSERT in a read-only transaction', '25006')).toContain('at the primary');
  expect(english('timeout exceeded when trying to connect')).toContain('Check the host, the port and the firewall');
});
