import {
  type Client,
  type CurrentUser,
  createClient,
  createSession,
  type Locale,
  ResponseError,
  reactTo,
  type Session,
  type Transport,
} from '@gantry/core';
import { applyProfile, type Context, readOnlyProfile } from '../../context/context.ts';
import { createTransport } from '../../http/transport.ts';
import { readEnvToken } from '../../profile/env-token.ts';
import { readSite, type SiteConfig } from '../../profile/site-config.ts';
import type { ListedProfile } from '../parts/tui-context.ts';

/** The line to the server, for as long as the interface is open. */
export interface Connection {
  readonly server: string;
  readonly client: Client;
  readonly session: Session;
  /** Who is signed in, as far as the server said so before the interface opened; null when it did not. */
  readonly user: CurrentUser | null;
  readonly username: string;
  readonly site: SiteConfig;
  /** The profile that marks the server as production; null for any other. */
  readonly production: string | null;
  /** The profile in use is for reading alone. */
  readonly readOnly: boolean;
  /** The name of the profile in use. */
  readonly profile: string;
  readonly profiles: readonly ListedProfile[];
  setLocale(locale: Locale): void;
  /** Called with every failure that its caller does not handle silently. */
  onFailure(listener: (error: ResponseError) => void): void;
  /** Opens a call that answers a file; it rejects like any call. */
  openFile(path: string, body: unknown): Promise<AsyncIterable<Uint8Array>>;
  hasToken(): boolean;
  /** Sends a read now whose answer is taken by the first call like it: what the first screen shows is fetched while it is made. */
  fetchAhead(path: string, body: unknown): void;
  keepProfile(username: string): void;
  close(): Promise<void>;
}

/** A call to which no answer came, as the client says it of every other call. */
function unanswered(path: string, error: unknown): ResponseError {
  const transportMessage = error instanceof Error ? error.message : '';
  return new ResponseError(reactTo(path, { httpStatus: null, body: null, transportMessage }), null, null, null);
}

/** How long the interface waits for who is signed in before it opens without, in ms. */
const userWaitMs = 1_000;

/** Who is signed in; null when the server does not say so in time, or rejects the token. */
function findUser(session: Session): Promise<CurrentUser | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), userWaitMs).unref());
  return Promise.race([session.loadInfo().catch(() => null), late]);
}

/** A client that has sent some of its calls already. */
function createEarlyClient(client: Client) {
  const sent = new Map<string, Promise<unknown>>();
  const keyOf = (path: string, body: unknown) => `${path} ${JSON.stringify(body ?? {})}`;
  const call: Client['call'] = <T>(...given: Parameters<Client['call']>) => {
    const key = keyOf(given[0], given[1]);
    const early = sent.get(key);
    sent.delete(key);
    return (early as Promise<T> | undefined) ?? client.call<T>(...given);
  };
  const fetchAhead = (path: string, body: unknown) => {
    const early = client.call<unknown>(path, body, { quiet: true });
    early.catch(() => undefined);
    sent.set(keyOf(path, body), early);
  };
  return { client: { ...client, call }, fetchAhead };
}

/** @param usesEnvToken whether GANTRY_TOKEN is used: it is meant only for the server that the interface started with */
export async function connect(context: Context, usesEnvToken = true): Promise<Connection> {
  const server = await context.server();
  const profiles = await context.profiles();
  const { profile, timeout, maxWait } = context.options();
  const store = profiles.tokenStore(profile);
  const transport = createTransport(server, timeout, { maxWaitMs: maxWait });
  let locale = context.locale;
  let isTyped = false;
  // A token of the environment is used as it is and never stored; whoever signs in here goes before it.
  const given = usesEnvToken ? readEnvToken(context.t) : null;
  const token = () => (isTyped ? store.get('token') : (given ?? store.get('token')));
  let listener: (error: ResponseError) => void = () => undefined;
  const send: Transport = (sent) => transport.send({ ...sent, headers: { ...sent.headers, 'x-gantry-via': 'tui' } });
  const { client, fetchAhead } = createEarlyClient(
    createClient({
      baseUrl: server,
      transport: await applyProfile(context, send, server),
      token,
      locale: () => locale,
      onFailure: (error) => listener(error),
    }),
  );
  const session = createSession(client, store);
  const [site, user] = await Promise.all([readSite(server), token() === null ? null : findUser(session)]);
  return {
    server,
    client,
    session,
    user,
    fetchAhead,
    username: profiles.current(profile)?.username ?? '',
    site,
    production: profiles.productionAt(server),
    readOnly: (await readOnlyProfile(context)) !== null,
    profile: profiles.currentName(profile),
    profiles: profiles.names().flatMap((name) => {
      const stored = profiles.current(name);
      return stored ? [{ name, server: stored.server, isProduction: stored.production === true }] : [];
    }),
    setLocale: (next) => {
      locale = next;
    },
    onFailure: (next) => {
      listener = next;
    },
    openFile: async (path, body) => {
      const { openFile } = await import('../../context/stream.ts');
      return openFile({ server, token: token(), locale, via: 'tui' }, path, body).catch((error: unknown) => {
        throw error instanceof ResponseError ? error : unanswered(path, error);
      });
    },
    hasToken: () => token() !== null,
    keepProfile: (username) => {
      isTyped = true;
      profiles.save(profile, { server, username, flags: site.flags });
    },
    close: () => transport.close(),
  };
}
