import type { ApplicationSettings, CurrentUser, Locale } from '@gantry/core';
import type { ApplyPalette } from '../ui/appearance/apply-palette.ts';
import type { Api } from './api/index.ts';
import type { Say } from './i18n/index.ts';
import type { SessionHost } from './session/index.ts';

/** Created once per page, before the first render. */
export interface Runtime {
  readonly api: Api;
  readonly host: SessionHost;
  /** Returns the early request for the signed-in user; null after the first call. */
  readonly who: () => Promise<CurrentUser> | null;
  /** Whether the page was opened with a session, so that sign-in is skipped. */
  readonly returning: boolean;
  readonly locale: Locale;
  readonly t: Say;
  readonly appearance: ApplicationSettings;
  readonly applyPalette: ApplyPalette;
}
