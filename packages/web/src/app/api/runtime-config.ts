import { type ApplicationSettings, defaultCurrency, type Slide } from '@gantry/core';
import { basePath } from '../base-path.ts';

/** Returns only slides whose image is on the platform's own server and whose link is safe to open in a browser. */
export function readSlides(given: unknown): readonly Slide[] {
  if (!Array.isArray(given)) return [];
  return (given as readonly Slide[]).filter(
    (slide) => typeof slide?.title === 'string' && isPicture(slide.picture) && isLink(slide.link),
  );
}

const isPicture = (value: unknown) => typeof value === 'string' && value.startsWith('/files/');
const isLink = (value: unknown) => value === null || (typeof value === 'string' && /^https?:\/\//i.test(value));

/** The configuration that the server publishes at `/config.json`. */
export interface RuntimeConfig {
  /** URL of the API server, without a trailing slash; only a path when the same server also serves the console. */
  readonly apiBaseUrl: string;
  readonly CRAFT: string;
  readonly siteName: string;
  readonly defaultLocale: string;
  /** The platform's default appearance. */
  readonly appearance: Partial<ApplicationSettings> | null;
  /** Slides of the carousel on the sign-in page. */
  readonly carousel: readonly Slide[];
  /** Hosts from which images, video and audio may be shown. The content security policy blocks all others. */
  readonly mediaHosts: readonly string[];
  readonly version: string;
  /** IANA name of the time zone. */
  readonly timezone: string;
  /** ISO 4217 code of new orders and prices. */
  readonly currency: string;
}

const fallbackConfig: RuntimeConfig = {
  apiBaseUrl: basePath,
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

/** Reads the configuration. A value of an unexpected type is replaced by its default. */
export function readConfig(value: unknown): RuntimeConfig {
  if (typeof value !== 'object' || value === null) return fallbackConfig;
  const given = value as Readonly<Record<string, unknown>>;
  const getText = (key: keyof RuntimeConfig, otherwise: string) => {
    const found = given[key];
    return typeof found === 'string' && found !== '' ? found : otherwise;
  };
  return {
    apiBaseUrl: getText('apiBaseUrl', basePath).replace(/\/$/, ''),
    CRAFT: getText('CRAFT', fallbackConfig.CRAFT),
    siteName: getText('siteName', fallbackConfig.siteName),
    defaultLocale: getText('defaultLocale', fallbackConfig.defaultLocale),
    appearance:
      typeof given.appearance === 'object' && given.appearance !== null
        ? (given.appearance as Partial<ApplicationSettings>)
        : null,
    carousel: readSlides(given.carousel),
    mediaHosts: Array.isArray(given.mediaHosts) ? given.mediaHosts.map(String) : [],
    version: getText('version', ''),
    timezone: getText('timezone', fallbackConfig.timezone),
    currency: getText('currency', fallbackConfig.currency),
  };
}

async function fetchConfig(baseUrl: string): Promise<unknown> {
  try {
    const answer = await fetch(`${baseUrl}/config.json`);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** Loads the configuration. A static host names the API server in a file of the same name; that server then provides the rest. */
export async function loadConfig(): Promise<RuntimeConfig> {
  const own = await fetchConfig(basePath);
  const config = readConfig(own);
  if (config.apiBaseUrl === basePath) return config;
  return readConfig({ ...Object(await fetchConfig(config.apiBaseUrl)), ...Object(own) });
}
