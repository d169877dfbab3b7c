import type { ApplicationSettings, Locale, Slide } from '@gantry/core';
import type { FastifyInstance } from 'fastify';

/** What the console must know before it asks anything; nothing here is secret. Any static host can serve it instead. */
export interface RuntimeConfig {
  /** Base of the server's calls, without a slash at its end; empty for the same origin. */
  readonly apiBaseUrl: string;
  /** The courses' routes exist when this equals the string `true`. */
  readonly CRAFT: string;
  readonly siteName: string;
  readonly defaultLocale: Locale;
  /** IANA name: times are shown in it. */
  readonly timezone: string;
  /** ISO 4217 code of prices and of new orders: amounts without a currency of their own are shown in it. */
  readonly currency: string;
  /** How the console looks for everyone who has not chosen; null leaves that to the console. */
  readonly appearance: ApplicationSettings | null;
  /** Images that take turns on sign-in. */
  readonly carousel: readonly Slide[];
  /** Hosts whose images, video and sound may be shown; others are links. */
  readonly mediaHosts: readonly string[];
  readonly version: string;
}

export type ReadRuntimeConfig = () => Promise<RuntimeConfig>;

export function addRuntimeConfig(app: FastifyInstance, read: ReadRuntimeConfig): void {
  app.get('/config.json', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    return read();
  });
}
