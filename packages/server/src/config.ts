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

/** What a server process is told when it starts. A flag wins over the environment. */
export interface ServerConfig {
  readonly host: string;
  /** 0 takes any free port. */
  readonly port: number;
  /** The folder of the database, the master key and the reserve file. */
  readonly data: string;
  /** `postgres://...`, or the path of an SQLite file. */
  readonly database: string;
  /** A file with the certificate of the private CA of PostgreSQL; null trusts public ones, or the one in the URL. */
  readonly databaseCa: string | null;
  readonly databasePooler: Pooler;
  readonly metricsHost: string;
  /** Null serves no metrics. */
  readonly metricsPort: number | null;
  /** Path that a proxy publishes the server under, without a slash at its end; empty for `/`. */
  readonly basePath: string;
  /** Origins of consoles that are served elsewhere and may call this server from a browser. */
  readonly corsOrigins: readonly string[];
  /** Addresses and networks of proxies whose forwarded client address is believed. */
  readonly trustProxy: readonly string[];
  /** Calls that one address may make in a minute; 0 is no limit. */
  readonly perMinute: number;
  /** How long calls are still answered after the signal to stop, while `/readyz` already answers 503. */
  readonly drainSeconds: number;
  /** How the console looks for everyone who has not chosen; null leaves it to the settings. */
  readonly appearance: ApplicationSettings | null;
  readonly logLevel: string;
  /** `true` shows the development courses. */
  readonly craft: string;
  /** Serves a playground of made-up answers under `/api`. */
  readonly sampleData: boolean;
  /** Base64; undefined when it is in the data folder. */
  readonly masterKey: string | undefined;
}

const postgresUrl = /^postgres(ql)?:\/\//;

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads one value: the flag, the environment variable, or what is usual. */
function reader(flags: Flags, env: Environment) {
  return (flag: string) => {
    const given = flags.get(flag);
    if (given !== undefined) return { given, source: `--${flag}` };
    const source = `GANTRY_${flag.toUpperCase().replaceAll('-', '_')}`;
    const file = env[`${source}_FILE`];
    if (!env[source] && file && secrets.includes(flag)) return { given: readSecret(`${source}_FILE`, file), source };
    return { given: env[source] || undefined, source };
  };
}

/** What may be in a file that `GANTRY_..._FILE` names, as container platforms and systemd hand secrets over. */
const secrets = ['database', 'master-key'];

/** Line feeds at the end are not part of the secret. */
function readSecret(source: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').trimEnd();
  } catch {
    throw rejected(source, file);
  }
}

type Read = ReturnType<typeof reader>;

export function readConfig(flags: Flags, env: Environment): ServerConfig {
  const read = reader(flags, env);
  const data = path.resolve(read('data').given ?? '.gantry');
  return {
    host: read('host').given ?? '127.0.0.1',
    port: integerSchema(read, 'port', 65_535) ?? 7300,
    data,
    database: database(read) ?? path.join(data, 'gantry.db'),
    databaseCa: filePath(read, 'database-ca'),
    databasePooler: oneOf(read, 'database-pooler', poolers) ?? 'auto',
    metricsHost: read('metrics-host').given ?? '127.0.0.1',
    metricsPort: integerSchema(read, 'metrics-port', 65_535),
    basePath: readBasePath(read),
    corsOrigins: origins(read),
    trustProxy: networks(read),
    perMinute: integerSchema(read, 'rate-limit', 10_000_000) ?? 6_000,
    drainSeconds: integerSchema(read, 'drain-seconds', 3_600) ?? 5,
    appearance: appearance(read),
    logLevel: oneOf(read, 'log-level', ['fatal', 'error', 'warn', 'info', 'debug']) ?? 'info',
    craft: env.CRAFT ?? '',
    sampleData: read('sample-data').given === 'true',
    masterKey: read('master-key').given,
  };
}

function rejected(source: string, given: string): UsageError {
  return new UsageError('server.badValue', { flag: source, given });
}

function integerSchema(read: Read, flag: string, max: number): number | null {
  const { given, source } = read(flag);
  if (given === undefined) return null;
  if (!/^\d{1,9}$/.test(given) || Number(given) > max) throw rejected(source, given);
  return Number(given);
}

function oneOf<T extends string>(read: Read, flag: string, options: readonly T[]): T | null {
  const { given, source } = read(flag);
  if (given === undefined) return null;
  const found = options.find((option) => option === given);
  if (found === undefined) throw rejected(source, given);
  return found;
}

function filePath(read: Read, flag: string): string | null {
  const { given } = read(flag);
  return given === undefined ? null : path.resolve(given);
}

const urlProblems: Readonly<Record<DatabaseUrlProblem, ServerWordKey>> = {
  malformedUrl: 'server.malformedDatabaseUrl',
  unknownSslMode: 'server.unknownSslMode',
  verifyCaWithoutCa: 'server.verifyCaWithoutCa',
};

/** The URL is in no message: it may hold a password. */
function checkDatabaseUrl(url: string, caFile: string | null, source: string): void {
  try {
    readPostgresUrl(url, caFile);
  } catch (error) {
    if (error instanceof DatabaseUrlError) throw new UsageError(urlProblems[error.problem], { flag: source });
    throw error;
  }
}

function database(read: Read): string | null {
  const { given, source } = read('database');
  return given === undefined ? null : databaseAddress(given, source, filePath(read, 'database-ca'));
}

/** A URL of PostgreSQL, or the full path of an SQLite file. Any other URL is rejected: taken for a path, it would make a new database. */
function databaseAddress(given: string, source: string, caFile: string | null = null): string {
  if (postgresUrl.test(given)) {
    checkDatabaseUrl(given, caFile, source);
    return given;
  }
  const scheme = /^[a-z][a-z\d+.-]*:\/\//i.exec(given);
  // Only the scheme is said: what follows may hold a password.
  if (scheme !== null) throw rejected(source, `${scheme[0]}…`);
  return path.resolve(given);
}

export function databasePlace(given: string, source: string): DatabasePlace {
  const address = databaseAddress(given, source);
  return postgresUrl.test(address) ? { postgres: address } : { sqlite: address };
}

/** First parts of paths that the server has a meaning of its own for: under such a base path it could not distinguish them. */
const ownPaths = ['api', 'files', 'assets', 'docs'];

function readBasePath(read: Read): string {
  const { given = '', source } = read('base-path');
  const segments = given.split('/').filter((segment) => segment !== '');
  const [first = ''] = segments;
  const isPath = given === '' || /^\/([\w.~-]+\/)*[\w.~-]*$/.test(given);
  if (!isPath || segments.some((segment) => /^\.+$/.test(segment)) || ownPaths.includes(first))
    throw rejected(source, given);
  return segments.map((segment) => `/${segment}`).join('');
}

const listOf = (given: string | undefined) =>
  (given ?? '').split(',').flatMap((entry) => (entry.trim() === '' ? [] : [entry.trim()]));

/** Each as a browser sends it: scheme, host, and a port that is not the usual one. */
function origins(read: Read): string[] {
  const { given, source } = read('cors-origins');
  return listOf(given).map((entry) => {
    const url = URL.canParse(entry) ? new URL(entry) : null;
    const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
    if (!isOrigin) throw rejected(source, entry);
    return url.origin;
  });
}

/** A number of hops or `true` is refused: either lets a client choose its own address. */
function networks(read: Read): string[] {
  const { given, source } = read('trust-proxy');
  const all = listOf(given);
  for (const entry of all) {
    const isNetwork =
      ipaddr.isValidCIDR(entry) || ipaddr.IPv4.isValidFourPartDecimal(entry) || ipaddr.IPv6.isValid(entry);
    if (!isNetwork) throw rejected(source, entry);
  }
  return all;
}

function appearance(read: Read): ApplicationSettings | null {
  const { given, source } = read('appearance');
  if (given === undefined) return null;
  const value = readJson(given);
  if (!isPartOfSettings(value)) throw rejected(source, given);
  return { ...defaultApplicationSettings, ...value };
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/** Known keys alone, each of the type that it has by default. */
function isPartOfSettings(value: unknown): value is Partial<ApplicationSettings> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const usual = new Map<string, unknown>(Object.entries(defaultApplicationSettings));
  const fits = Object.entries(value).every(([key, entry]) => typeof entry === typeof usual.get(key));
  const { theme = 'light', themeColor = '#165DFF' } = value as Partial<ApplicationSettings>;
  return fits && ['light', 'dark'].includes(theme) && /^#[0-9A-Fa-f]{6}$/.test(themeColor);
}
