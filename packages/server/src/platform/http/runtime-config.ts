import type { ApplicationSettings, Locale, Slide } from '@gantry/core';
import type { FastifyInstance } from 'fastify';

/** Configuration that the console loads before it sends any request; none of it is secret. A static host can serve it instead. */
export interface RuntimeConfig {
  /** Base URL of the calls, without a trailing slash; empty for the same origin. */
  readonly apiBaseUrl: string;
  /** The routes of the courses exist when this is the string `true`. */
  readonly CRAFT: string;
  readonly siteName: string;
  readonly defaultLocale: Locale;
  /** IANA name of the time zone in which times are displayed. */
  readonly timezone: string;
  /** ISO 4217 code of prices and of new orders; amounts without a currency are displayed in it. */
  readonly currency: string;
  /** Default appearance for users who have not chosen one; null for the default of the console. */
  readonly appearance: ApplicationSettings | null;
  /** Images of the carousel on the sign-in page. */
  readonly carousel: readonly Slide[];
  /** Hosts whose images, video and audio may be displayed; media of other hosts are shown as links. */
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
