import { type ApplicationSettings, defaultCurrency, type Slide } from '@gantry/core';

/** Only images of the platform's own server, and links that a browser may open, are ever shown. */
export function readSlides(given: unknown): readonly Slide[] {
  if (!Array.isArray(given)) return [];
  return (given as readonly Slide[]).filter(
    (slide) => typeof slide?.title === 'string' && isPicture(slide.picture) && isLink(slide.link),
  );
}

const isPicture = (value: unknown) => typeof value === 'string' && value.startsWith('/files/');
const isLink = (value: unknown) => value === null || (typeof value === 'string' && /^https?:\/\//i.test(value));

/** What the server, or any static host, says of itself at `/config.json`. */
export interface RuntimeConfig {
  /** Base of the API; empty for the same origin. */
  readonly apiBaseUrl: string;
  readonly CRAFT: string;
  readonly siteName: string;
  readonly defaultLocale: string;
  /** The platform's default looks. */
  readonly appearance: Partial<ApplicationSettings> | null;
  /** Images that take turns on sign-in. */
  readonly carousel: readonly Slide[];
  /** Hosts whose images, video and sound may be shown; the page's policy allows no others. */
  readonly mediaHosts: readonly string[];
  readonly version: string;
  /** IANA name. */
  readonly timezone: string;
  /** ISO 4217 code of new orders and of prices. */
  readonly currency: string;
}

const fallbackConfig: RuntimeConfig = {
  apiBaseUrl: '',
  CRAFT: 'false',
  siteName: 'Gantry',
  defaultLocale: 'zh-CN',
  appearance: null,
  carousel: [],
  mediaHosts: [],
  version: '',
  timezone: 'Asia/Shanghai',
  currency: defaultCurrency,
};

/** A value of the file is taken when it has the type that is expected of it. */
export function readConfig(value: unknown): RuntimeConfig {
  if (typeof value !== 'object' || value === null) return fallbackConfig;
  const given = value as Readonly<Record<string, unknown>>;
  const text = (key: keyof RuntimeConfig, otherwise: string) => {
    const found = given[key];
    return typeof found === 'string' && found !== '' ? found : otherwise;
  };
  return {
    apiBaseUrl: text('apiBaseUrl', '').replace(/\/$/, ''),
    CRAFT: text('CRAFT', fallbackConfig.CRAFT),
    siteName: text('siteName', fallbackConfig.siteName),
    defaultLocale: text('defaultLocale', fallbackConfig.defaultLocale),
    appearance:
      typeof given.appearance === 'object' && given.appearance !== null
        ? (given.appearance as Partial<ApplicationSettings>)
        : null,
    carousel: readSlides(given.carousel),
    mediaHosts: Array.isArray(given.mediaHosts) ? given.mediaHosts.map(String) : [],
    version: text('version', ''),
    timezone: text('timezone', fallbackConfig.timezone),
    currency: text('currency', fallbackConfig.currency),
  };
}

export async function loadConfig(): Promise<RuntimeConfig> {
  try {
    const answer = await fetch('/config.json');
    return answer.ok ? readConfig(await answer.json()) : fallbackConfig;
  } catch {
    return fallbackConfig;
  }
}
