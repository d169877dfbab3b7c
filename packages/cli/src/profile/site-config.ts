import process from 'node:process';
import { connectTo, readText } from '../http/connection.ts';

/** The configuration that the server returns before sign-in. */
export interface SiteConfig {
  readonly siteName: string;
  readonly flags: Readonly<Record<string, string>>;
  /** The IANA time zone in which the console shows times; null when the server returns none. */
  readonly timezone: string | null;
  /** The ISO 4217 code of the currency of new orders and prices; null when the server returns none. */
  readonly currency: string | null;
}

/** Returns a time zone if this machine knows it. */
function toKnownZone(value: unknown): string | null {
  try {
    return typeof value === 'string'
      ? new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
      : null;
  } catch {
    return null;
  }
}

const defaultSite: SiteConfig = { siteName: 'Gantry', flags: {}, timezone: null, currency: null };

const timeoutMs = 3_000;

async function readConfig(server: string): Promise<Record<string, unknown>> {
  const connection = await connectTo(server, { silenceMs: timeoutMs, connectMs: timeoutMs });
  try {
    const answer = await connection.get(`${server}/config.json`, AbortSignal.timeout(timeoutMs));
    return JSON.parse(await readText(answer));
  } finally {
    await connection.close();
  }
}

let site: Promise<SiteConfig> | null = null;
let otherZone: string | null = null;

/** The zone of the site, once it is applied and where it is not that of this machine. */
export const getOtherZone = (): string | null => otherZone;

/**
 * Uses the time zone of the site for this process, so that times are read and shown as in the console. Calls the server once; the
 * local time zone stays if it does not respond.
 */
export function applySiteZone({ server }: { server(): Promise<string> }): Promise<SiteConfig> {
  site ??= server()
    .then(readSite, () => defaultSite)
    .then((found) => {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      if (found.timezone === null || found.timezone === timeZone) return found;
      otherZone = found.timezone;
      process.env.TZ = found.timezone;
      return found;
    });
  return site;
}

/** Reads the runtime configuration. A server without one has no feature flags. */
export async function readSite(server: string): Promise<SiteConfig> {
  try {
    const config = await readConfig(server);
    const siteName = typeof config.siteName === 'string' ? config.siteName : defaultSite.siteName;
    const currency = typeof config.currency === 'string' ? config.currency : null;
    const flags = { CRAFT: String(config.CRAFT ?? '') };
    return { siteName, flags, timezone: toKnownZone(config.timezone), currency };
  } catch {
    return defaultSite;
  }
}
