import type { Locale } from '../../definition/index.ts';

/** A published image of a carousel, for the sign-in page and for services. */
export interface Slide {
  readonly id: number;
  readonly title: string;
  readonly titleEn: string | null;
  readonly subtitle: string | null;
  readonly subtitleEn: string | null;
  /** `/files/...` on the API server. */
  readonly picture: string;
  /** Image for the dark theme; null when it is the same. */
  readonly pictureDark: string | null;
  /** An http or https URL. */
  readonly link: string | null;
  /** The language of the users who see it. */
  readonly language: 'all' | Locale;
}
