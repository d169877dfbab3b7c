/** What the server says before anybody has signed in. */
export interface SiteConfig {
  readonly siteName: string;
  readonly flags: Readonly<Record<string, string>>;
}

const plainSite: SiteConfig = { siteName: 'Gantry', flags: {} };

/** The runtime configuration; a server that gives none has no flags. */
export async function readSite(server: string): Promise<SiteConfig> {
  try {
    const answer = await fetch(`${server}/config.json`, { signal: AbortSignal.timeout(3_000) });
    const config = (await answer.json()) as Record<string, unknown>;
    const siteName = typeof config.siteName === 'string' ? config.siteName : plainSite.siteName;
    return { siteName, flags: { CRAFT: String(config.CRAFT ?? '') } };
  } catch {
    return plainSite;
  }
}
