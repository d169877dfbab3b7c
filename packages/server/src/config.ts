import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type ApplicationSettings, defaultApplicationSettings } from '@gantry/core';
import ipaddr from 'ipaddr.js';
import { type Flags, type ServerWordKey, UsageError } from './command-line.ts';
import type { DatabasePlace } from './platform/store/open-database.ts';
import {
  DatabaseUrlError,
  type DatabaseUrlProblem,
  readPostgresUrl,
} from './platform/store/postgres/connection-options.ts';
import { type Pooler, poolers } from './platform/store/postgres/pooler.ts';

/** The configuration of a server process. Flags override environment variables. */
export interface ServerConfig {
  readonly host: string;
  /** 0 selects any free port. */
  readonly port: number;
  /** The folder with the database, the master key and the reserve file. */
  readonly data: string;
  /** `postgres://...`, or the path of an SQLite file. */
  readonly database: string;
  /** A file with the CA certificate of PostgreSQL; null trusts public CAs, or the one in the URL. */
  readonly databaseCa: string | null;
  readonly databasePooler: Pooler;
  readonly metricsHost: string;
  /** Null disables the metrics endpoint. */
  readonly metricsPort: number | null;
  /** The path that a proxy publishes the server under, without a trailing slash; empty for `/`. */
  readonly basePath: string;
  /** Origins of consoles on other hosts that may call this server from a browser. */
  readonly corsOrigins: readonly string[];
  /** IP addresses and networks of proxies whose forwarded client address is trusted. */
  readonly trustProxy: readonly string[];
  /** The maximum number of calls per minute from one IP address; 0 means no limit. */
  readonly perMinute: number;
  /** How long calls are still answered after a stop signal, while `/readyz` already returns 503. */
  readonly drainSeconds: number;
  /** The default appearance of the console; null uses the settings. */
  readonly appearance: ApplicationSettings | null;
  readonly logLevel: string;
  /** `true` enables the development courses. */
  readonly craft: string;
  /** Whether to serve sample data under `/api`. */
  readonly sampleData: boolean;
  /** Base64; undefined when the key is in the data folder. */
  readonly masterKey: string | undefined;
}

const postgresUrl = /^postgres(ql)?:\/\//;

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads a value: the flag, the environment variable, or the default. */
function createReader(flags: Flags, env: Environment) {
  return (flag: string) => {
    const given = flags.get(flag);
    if (given !== undefined) return { given, source: `--${flag}` };
    const source = `GANTRY_${flag.toUpperCase().replaceAll('-', '_')}`;
    const file = env[`${source}_FILE`];
    if (!env[source] && file && secrets.includes(flag)) return { given: readSecret(`${source}_FILE`, file), source };
    return { given: env[source] || undefined, source };
  };
}

/** Options that can be read from the file named in `GANTRY_..._FILE`, as container platforms and systemd pass secrets. */
const secrets = ['database', 'master-key'];

/** Reads a secret without trailing white space. An empty file is rejected instead of counting as unset. */
function readSecret(source: string, file: string): string {
  try {
    const secret = readFileSync(file, 'utf8').trimEnd();
    if (secret !== '') return secret;
  } catch {}
  throw createUsageError(source, file);
}

type Read = ReturnType<typeof createReader>;

export function readConfig(flags: Flags, env: Environment): ServerConfig {
  const read = createReader(flags, env);
  const data = path.resolve(read('data').given ?? '.gantry');
  return {
    host: read('host').given ?? '127.0.0.1',
    port: getIntegerSchema(read, 'port', 65_535) ?? 7300,
    data,
    database: readDatabase(read) ?? path.join(data, 'gantry.db'),
    databaseCa: readFilePath(read, 'database-ca'),
    databasePooler: readChoice(read, 'database-pooler', poolers) ?? 'auto',
    metricsHost: read('metrics-host').given ?? '127.0.0.1',
    metricsPort: getIntegerSchema(read, 'metrics-port', 65_535),
    basePath: readBasePath(read),
    corsOrigins: readOrigins(read),
    trustProxy: readNetworks(read),
    perMinute: getIntegerSchema(read, 'rate-limit', 10_000_000) ?? 6_000,
    drainSeconds: getIntegerSchema(read, 'drain-seconds', 3_600) ?? 5,
    appearance: readAppearance(read),
    logLevel: readChoice(read, 'log-level', ['fatal', 'error', 'warn', 'info', 'debug']) ?? 'info',
    craft: env.CRAFT ?? '',
    sampleData: read('sample-data').given === 'true',
    masterKey: read('master-key').given,
  };
}

function createUsageError(source: string, given: string): UsageError {
  return new UsageError('server.badValue', { flag: source, given });
}

function getIntegerSchema(read: Read, flag: string, max: number): number | null {
  const { given, source } = read(flag);
  if (given === undefined) return null;
  if (!/^\d{1,9}$/.test(given) || Number(given) > max) throw createUsageError(source, given);
  return Number(given);
}

function readChoice<T extends string>(read: Read, flag: string, options: readonly T[]): T | null {
  const { given, source } = read(flag);
  if (given === undefined) return null;
  const found = options.find((option) => option === given);
  if (found === undefined) throw createUsageError(source, given);
  return found;
}

function readFilePath(read: Read, flag: string): string | null {
  const { given } = read(flag);
  return given === undefined ? null : path.resolve(given);
}

const urlProblems: Readonly<Record<DatabaseUrlProblem, ServerWordKey>> = {
  malformedUrl: 'server.malformedDatabaseUrl',
  unknownSslMode: 'server.unknownSslMode',
  verifyCaWithoutCa: 'server.verifyCaWithoutCa',
};

/** Checks a database URL. The URL is never part of a message, because it may contain a password. */
function checkDatabaseUrl(url: string, caFile: string | null, source: string): void {
  try {
    readPostgresUrl(url, caFile);
  } catch (error) {
    if (error instanceof DatabaseUrlError) throw new UsageError(urlProblems[error.problem], { flag: source });
    throw error;
  }
}

function readDatabase(read: Read): string | null {
  const { given, source } = read('database');
  return given === undefined ? null : parseDatabase(given, source, readFilePath(read, 'database-ca'));
}

/** A PostgreSQL URL or the full path of an SQLite file. Any other URL is rejected, because a path would create a new database. */
function parseDatabase(given: string, source: string, caFile: string | null = null): string {
  if (postgresUrl.test(given)) {
    checkDatabaseUrl(given, caFile, source);
    return given;
  }
  const scheme = /^[a-z][a-z\d+.-]*:\/\//i.exec(given);
  // Only the scheme is shown, because the rest may contain a password.
  if (scheme !== null) throw createUsageError(source, `${scheme[0]}…`);
  return path.resolve(given);
}

export function databasePlace(given: string, source: string): DatabasePlace {
  const address = parseDatabase(given, source);
  return postgresUrl.test(address) ? { postgres: address } : { sqlite: address };
}

/** First segments of the server's own routes. A base path that starts with one of them would be ambiguous. */
const ownPaths = ['api', 'files', 'assets', 'docs'];

function readBasePath(read: Read): string {
  const { given = '', source } = read('base-path');
  const segments = given.split('/').filter((segment) => segment !== '');
  const [first = ''] = segments;
  const isPath = given === '' || /^\/([\w.~-]+\/)*[\w.~-]*$/.test(given);
  if (!isPath || segments.some((segment) => /^\.+$/.test(segment)) || ownPaths.includes(first))
    throw createUsageError(source, given);
  return segments.map((segment) => `/${segment}`).join('');
}

const splitList = (given: string | undefined) =>
  (given ?? '').split(',').flatMap((entry) => (entry.trim() === '' ? [] : [entry.trim()]));

/** Origins as browsers send them: scheme, host, and the port unless it is the default. */
function readOrigins(read: Read): string[] {
  const { given, source } = read('cors-origins');
  return splitList(given).map((entry) => {
    const url = URL.canParse(entry) ? new URL(entry) : null;
    const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
    if (!isOrigin) throw createUsageError(source, entry);
    return url.origin;
  });
}

/** Parses networks. A number of hops or `true` is rejected, because either would let a client choose its own IP address. */
function readNetworks(read: Read): string[] {
  const { given, source } = read('trust-proxy');
  const all = splitList(given);
  for (const entry of all) {
    const isNetwork =
      ipaddr.isValidCIDR(entry) || ipaddr.IPv4.isValidFourPartDecimal(entry) || ipaddr.IPv6.isValid(entry);
    if (!isNetwork) throw createUsageError(source, entry);
  }
  return all;
}

function readAppearance(read: Read): ApplicationSettings | null {
  const { given, source } = read('appearance');
  if (given === undefined) return null;
  const value = readJson(given);
  if (!isPartOfSettings(value)) throw createUsageError(source, given);
  return { ...defaultApplicationSettings, ...value };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Whether a value has only known keys, each with the type of its default. */
function isPartOfSettings(value: unknown): value is Partial<ApplicationSettings> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const defaults = new Map<string, unknown>(Object.entries(defaultApplicationSettings));
  const fits = Object.entries(value).every(([key, entry]) => typeof entry === typeof defaults.get(key));
  const { theme = 'light', themeColor = '#165DFF' } = value as Partial<ApplicationSettings>;
  return fits && ['light', 'dark'].includes(theme) && /^#[0-9A-Fa-f]{6}$/.test(themeColor);
}
