import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { defaultApplicationSettings, printSettings } from '@gantry/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readConfig } from './config.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'gantry-config-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const flags = (given: Record<string, string>) => new Map(Object.entries(given));
const file = (name: string, text: string) => {
  const at = path.join(folder, name);
  writeFileSync(at, text);
  return at;
};

test('listens on the loopback and stores its data in .gantry by default', () => {
  expect(readConfig(flags({}), {})).toEqual({
    host: '127.0.0.1',
    port: 7300,
    data: path.resolve('.gantry'),
    database: path.resolve('.gantry/gantry.db'),
    databaseCa: null,
    databasePooler: 'auto',
    drainSeconds: 5,
    metricsHost: '127.0.0.1',
    metricsPort: null,
    basePath: '',
    corsOrigins: [],
    trustProxy: [],
    perMinute: 6_000,
    appearance: null,
    logLevel: 'info',
    craft: '',
    sampleData: false,
    masterKey: undefined,
  });
});

test('prefers a flag to the environment, and ignores an empty variable', () => {
  const env = {
    GANTRY_PORT: '1',
    GANTRY_HOST: '',
    GANTRY_DATABASE: 'postgres://a@b/c',
    GANTRY_RATE_LIMIT: '0',
    CRAFT: 'true',
  };
  const config = readConfig(flags({ port: '2' }), env);
  expect(config).toMatchObject({
    port: 2,
    host: '127.0.0.1',
    database: 'postgres://a@b/c',
    perMinute: 0,
    craft: 'true',
  });
});

test.each([
  ['port', '65536'],
  ['port', '-1'],
  ['port', '1.5'],
  ['port', 'http'],
  ['metrics-port', 'x'],
  ['rate-limit', '1e3'],
  ['log-level', 'loud'],
  ['database-pooler', 'statement'],
  ['trust-proxy', 'true'],
  ['trust-proxy', '1'],
  ['trust-proxy', '10.0.0.0/8,everyone'],
  ['trust-proxy', '10.0.0.0/99'],
  ['appearance', '/nothing/is/here'],
])('--%s %s is refused', (flag, given) => {
  expect(() => readConfig(flags({ [flag]: given }), {})).toThrow(expect.objectContaining({ key: 'server.badValue' }));
});

test.each(['mysql://', 'sqlite://', 'Postgres://'])(
  'rejects a database at %s without showing its password',
  (scheme) => {
    const env = { GANTRY_DATABASE: `${scheme}gantry:secret@db/gantry` };
    const params = { flag: 'GANTRY_DATABASE', given: `${scheme}…` };
    expect(() => readConfig(flags({}), env)).toThrow(expect.objectContaining({ key: 'server.badValue', params }));
  },
);

test('reads proxies as IP addresses and networks', () => {
  const { trustProxy } = readConfig(flags({ 'trust-proxy': '10.0.0.0/8, ::1 ,fd00::/8,127.0.0.1' }), {});
  expect(trustProxy).toEqual(['10.0.0.0/8', '::1', 'fd00::/8', '127.0.0.1']);
});

test('reads the appearance from the JSON of the settings drawer, or a part of it', () => {
  const copied = { ...defaultApplicationSettings, theme: 'dark', menuWidth: 240 } as const;
  const full = readConfig(flags({ appearance: file('whole.json', printSettings(copied)) }), {});
  expect(full.appearance).toEqual(copied);
  const part = readConfig(flags({ appearance: file('part.json', '{"footer":false}') }), {});
  expect(part.appearance).toEqual({ ...defaultApplicationSettings, footer: false });
});

test.each(['{"menuWidth":"240"}', '{"theme":"blue"}', '{"themeColor":"red"}', '{"menu_width":1}', '[]', 'null', '{'])(
  'rejects the appearance %s',
  (text) => {
    const at = file('bad.json', text);
    expect(() => readConfig(flags({ appearance: at }), {})).toThrow(
      expect.objectContaining({ key: 'server.badValue' }),
    );
  },
);

test.each([
  ['postgres://gantry:se/cret@db/gantry', 'server.malformedDatabaseUrl'],
  ['postgres://gantry:secret@db/gantry?sslmode=prefer', 'server.unknownSslMode'],
  ['postgres://gantry:secret@db/gantry?sslmode=verify-ca', 'server.verifyCaWithoutCa'],
])('rejects the URL %s with a hint that does not contain it', (url, key) => {
  const params = { flag: 'GANTRY_DATABASE' };
  expect(() => readConfig(flags({}), { GANTRY_DATABASE: url })).toThrow(expect.objectContaining({ key, params }));
});

test('reads a secret from the file that its variable names, unless it is given directly', () => {
  const env = {
    GANTRY_DATABASE_FILE: file('url', 'postgres://gantry:secret@db/gantry\n'),
    GANTRY_MASTER_KEY_FILE: file('key', 'a2V5\n'),
    GANTRY_HOST_FILE: file('host', '0.0.0.0'),
  };
  const read = { database: 'postgres://gantry:secret@db/gantry', masterKey: 'a2V5', host: '127.0.0.1' };
  expect(readConfig(flags({}), env)).toMatchObject(read);
  expect(readConfig(flags({}), { ...env, GANTRY_MASTER_KEY: 'other' })).toMatchObject({ masterKey: 'other' });
  const absent = { GANTRY_MASTER_KEY_FILE: path.join(folder, 'absent') };
  expect(() => readConfig(flags({}), absent)).toThrow('server.badValue');
  const empty = { GANTRY_DATABASE_FILE: file('empty', '\n') };
  expect(() => readConfig(flags({}), empty)).toThrow('server.badValue');
});
