import { type ApplicationSettings, defaultCurrency, type Slide } from '@gantry/core';
import { basePath } from '../base-path.ts';

/** Only images of the platform's own server, and links that a browser may open, are ever shown. */
export function readSlides(given: unknown): readonly Slide[] {
  if (!Array.isArray(given)) return [];
  return (given as readonly Slide[]).filter(
    (slide) => typeof slide?.title === 'string' && isPicture(slide.picture) && isLink(slide.link),
  );
}

const isPicture = (value: unknown) => typeof value === 'string' && value.startsWith('/files/');
const isLink = (value: unknown) => value === null || (typeof value === 'string' && /^https?:\/\//i.test(value));

/** What the server says of itself at `/config.json`. */
export interface RuntimeConfig {
  /** URL of the server that answers calls, without a slash at its end; a path alone where that serves the console too. */
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

/** A value of the file is taken when it has the type that is expected of it. */
export function readConfig(value: unknown): RuntimeConfig {
  if (typeof value !== 'object' || value === null) return fallbackConfig;
  const given = value as Readonly<Record<string, unknown>>;
  const text = (key: keyof RuntimeConfig, otherwise: string) => {
    const found = given[key];
    return typeof found === 'string' && found !== '' ? found : otherwise;
  };
  return {
    apiBaseUrl: text('apiBaseUrl', basePath).replace(/\/$/, ''),
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

async function fetchConfig(baseUrl: string): Promise<unknown> {
  try {
    const answer = await fetch(`${baseUrl}/config.json`);
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** A static host names the server of the calls in a file of this name; that server then says the rest. */
export async function loadConfig(): Promise<RuntimeConfig> {
  const own = await fetchConfig(basePath);
  const config = readConfig(own);
  if (config.apiBaseUrl === basePath) return config;
  return readConfig({ ...Object(await fetchConfig(config.apiBaseUrl)), ...Object(own) });
}
