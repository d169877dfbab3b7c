import type { Locale } from '../../definition/index.ts';

/** A published image of a carousel, as sign-in and the platform's services show it. */
export interface Slide {
  readonly id: number;
  readonly title: string;
  readonly titleEn: string | null;
  readonly subtitle: string | null;
  readonly subtitleEn: string | null;
  /** `/files/...`, on the server of the API. */
  readonly picture: string;
  /** For the dark theme; null means the same one. */
  readonly pictureDark: string | null;
  /** http or https. */
  readonly link: string | null;
  /** Who sees it, by language. */
  readonly language: 'all' | Locale;
}
