import process from 'node:process';
import { type ApiError, type Client, createClient, createSession, type Locale, type Session } from '@gantry/core';
import type { Context } from '../context.ts';
import { createTransport } from '../transport.ts';

/** What the server says before anybody has signed in. */
export interface SiteConfig {
  readonly siteName: string;
  readonly flags: Readonly<Record<string, string>>;
}

/** The line to the server, for as long as the interface is open. */
export interface Connection {
  readonly server: string;
  readonly client: Client;
  readonly session: Session;
  readonly username: string;
  readonly site: SiteConfig;
  setLocale(locale: Locale): void;
  /** Every failure that nobody keeps quiet about goes here. */
  onFailure(listener: (error: ApiError) => void): void;
  hasToken(): boolean;
  keepProfile(username: string): void;
  close(): Promise<void>;
}

const plainSite: SiteConfig = { siteName: 'Gantry', flags: {} };

/** The runtime configuration; a server that gives none has no flags. */
async function readSite(server: string): Promise<SiteConfig> {
  try {
    const answer = await fetch(`${server}/config.json`, { signal: AbortSignal.timeout(3_000) });
    const config = (await answer.json()) as Record<string, unknown>;
    const siteName = typeof config.siteName === 'string' ? config.siteName : plainSite.siteName;
    return { siteName, flags: { CRAFT: String(config.CRAFT ?? '') } };
  } catch {
    return plainSite;
  }
}

export async function connect(context: Context): Promise<Connection> {
  const server = await context.server();
  const profiles = await context.profiles();
  const { profile, timeout } = context.options();
  const store = profiles.tokenStore(profile);
  const transport = createTransport(server, timeout);
  let locale = context.locale;
  let isTyped = false;
  // A token of the environment is used as it is and never stored; whoever signs in here goes before it.
  const token = () => (isTyped ? store.get('token') : process.env.GANTRY_TOKEN || store.get('token'));
  let listener: (error: ApiError) => void = () => undefined;
  const client = createClient({
    baseUrl: server,
    transport: (sent) => transport.send({ ...sent, headers: { ...sent.headers, 'x-gantry-via': 'tui' } }),
    token,
    locale: () => locale,
    onFailure: (error) => listener(error),
  });
  return {
    server,
    client,
    session: createSession(client, store),
    username: profiles.current(profile)?.username ?? '',
    site: await readSite(server),
    setLocale: (next) => {
      locale = next;
    },
    onFailure: (next) => {
      listener = next;
    },
    hasToken: () => token() !== null,
    keepProfile: (username) => {
      isTyped = true;
      profiles.save(profile, { server, username });
    },
    close: () => transport.close(),
  };
}
