import process from 'node:process';
import { connectTo, readText } from '../http/connection.ts';

/** What the server answers before sign-in. */
export interface SiteConfig {
  readonly siteName: string;
  readonly flags: Readonly<Record<string, string>>;
  /** IANA name of the zone that the console shows times in; null when the server did not say. */
  readonly timezone: string | null;
  /** ISO 4217 code of new orders and of prices; null when the server did not say. */
  readonly currency: string | null;
}

/** A zone that this machine knows. */
function zoneNamed(value: unknown): string | null {
  try {
    return typeof value === 'string'
      ? new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
      : null;
  } catch {
    return null;
  }
}

const plainSite: SiteConfig = { siteName: 'Gantry', flags: {}, timezone: null, currency: null };

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

/**
 * Takes the time zone of the site for that of this process, so that a time is read and shown as the console does. The server is
 * asked once; one that does not answer leaves the zone of this machine.
 */
export function applySiteZone({ server }: { server(): Promise<string> }): Promise<SiteConfig> {
  site ??= server()
    .then(readSite, () => plainSite)
    .then((found) => {
      if (found.timezone !== null) process.env.TZ = found.timezone;
      return found;
    });
  return site;
}

/** The runtime configuration; a server that gives none has no flags. */
export async function readSite(server: string): Promise<SiteConfig> {
  try {
    const config = await readConfig(server);
    const siteName = typeof config.siteName === 'string' ? config.siteName : plainSite.siteName;
    const currency = typeof config.currency === 'string' ? config.currency : null;
    const flags = { CRAFT: String(config.CRAFT ?? '') };
    return { siteName, flags, timezone: zoneNamed(config.timezone), currency };
  } catch {
    return plainSite;
  }
}
