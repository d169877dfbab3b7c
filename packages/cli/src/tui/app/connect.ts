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

/** The connection to one server, used until the interface is closed or the profile is changed. */
export interface Connection {
  readonly server: string;
  readonly client: Client;
  readonly session: Session;
  /** The signed-in user; null when there is none, or when the server did not respond before the interface opened. */
  readonly user: CurrentUser | null;
  readonly username: string;
  readonly site: SiteConfig;
  /** The name of the profile that marks the server as production; null for any other server. */
  readonly production: string | null;
  /** Whether the current profile is read-only. */
  readonly readOnly: boolean;
  /** The name of the profile in use. */
  readonly profile: string;
  readonly profiles: readonly ListedProfile[];
  setLocale(locale: Locale): void;
  /** Sets the listener for failures of calls that were not sent with `quiet`. */
  onFailure(listener: (error: ResponseError) => void): void;
  /** Makes a call whose response is a file; it rejects with the same errors as other calls. */
  openFile(path: string, body: unknown): Promise<AsyncIterable<Uint8Array>>;
  hasToken(): boolean;
  /** Sends a read early; the first identical call gets its response. Used to load the first screen while it is being rendered. */
  prefetch(path: string, body: unknown): void;
  saveProfile(username: string): void;
  close(): Promise<void>;
}

/** The error of a call without a response, like the client's own error for this case. */
function createNoResponseError(path: string, error: unknown): ResponseError {
  const transportMessage = error instanceof Error ? error.message : '';
  return new ResponseError(reactTo(path, { httpStatus: null, body: null, transportMessage }), null, null, null);
}

/** How long the interface waits for the signed-in user before it opens without one, in ms. */
const userWaitMs = 1_000;

/** Loads the signed-in user. Returns null when the server does not respond in time or rejects the token. */
function loadUser(session: Session): Promise<CurrentUser | null> {
  const timeout = new Promise<null>((resolve) => setTimeout(() => resolve(null), userWaitMs).unref());
  return Promise.race([session.loadInfo().catch(() => null), timeout]);
}

/** Adds `prefetch` to a client. */
function createPrefetchingClient(client: Client) {
  const pending = new Map<string, Promise<unknown>>();
  const getCallKey = (path: string, body: unknown) => `${path} ${JSON.stringify(body ?? {})}`;
  const call: Client['call'] = <T>(...args: Parameters<Client['call']>) => {
    const key = getCallKey(args[0], args[1]);
    const early = pending.get(key);
    pending.delete(key);
    return (early as Promise<T> | undefined) ?? client.call<T>(...args);
  };
  const prefetch = (path: string, body: unknown) => {
    const early = client.call<unknown>(path, body, { quiet: true });
    early.catch(() => undefined);
    pending.set(getCallKey(path, body), early);
  };
  return { client: { ...client, call }, prefetch };
}

/** @param usesEnvToken whether GANTRY_TOKEN is used; it is meant only for the server that the interface started with */
export async function connect(context: Context, usesEnvToken = true): Promise<Connection> {
  const server = await context.server();
  const profiles = await context.profiles();
  const { profile, timeout, maxWait } = context.options();
  const store = profiles.tokenStore(profile);
  const transport = createTransport(server, timeout, { maxWaitMs: maxWait });
  let locale = context.locale;
  let hasSignedIn = false;
  // A token from the environment is never stored. A sign-in in the interface takes precedence over it.
  const envToken = usesEnvToken ? readEnvToken(context.t) : null;
  const getToken = () => (hasSignedIn ? store.get('token') : (envToken ?? store.get('token')));
  let listener: (error: ResponseError) => void = () => undefined;
  const send: Transport = (request) =>
    transport.send({ ...request, headers: { ...request.headers, 'x-gantry-via': 'tui' } });
  const { client, prefetch } = createPrefetchingClient(
    createClient({
      baseUrl: server,
      transport: await applyProfile(context, send, server),
      token: getToken,
      locale: () => locale,
      onFailure: (error) => listener(error),
    }),
  );
  const session = createSession(client, store);
  const [site, user] = await Promise.all([readSite(server), getToken() === null ? null : loadUser(session)]);
  return {
    server,
    client,
    session,
    user,
    prefetch,
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
      return openFile({ server, token: getToken(), locale, via: 'tui' }, path, body).catch((error: unknown) => {
        throw error instanceof ResponseError ? error : createNoResponseError(path, error);
      });
    },
    hasToken: () => getToken() !== null,
    saveProfile: (username) => {
      hasSignedIn = true;
      profiles.save(profile, { server, username, flags: site.flags });
    },
    close: () => transport.close(),
  };
}
