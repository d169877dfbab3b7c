import type { ApplicationSettings, CurrentUser, Locale } from '@gantry/core';
import type { ApplyPalette } from '../ui/appearance/apply-palette.ts';
import type { Api } from './api/index.ts';
import type { Say } from './i18n/index.ts';
import type { SessionHost } from './session/index.ts';

/** Made once a page, before anything is drawn. */
export interface Runtime {
  readonly api: Api;
  readonly host: SessionHost;
  /** Who was signed in when the page was opened, asked for before anything was drawn; null after the first who asks. */
  readonly who: () => Promise<CurrentUser> | null;
  /** Whether the page was opened with a session, past sign-in. */
  readonly returning: boolean;
  readonly locale: Locale;
  readonly t: Say;
  readonly appearance: ApplicationSettings;
  readonly applyPalette: ApplyPalette;
}
