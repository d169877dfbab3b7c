import type { Locale, ScreenDefinition } from '@gantry/core';
import type { QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { Api } from '../api/index.ts';

/** What is known when a page is about to open. */
export interface Opening {
  readonly queries: QueryClient;
  readonly api: Api;
  readonly screen: ScreenDefinition;
  readonly role: string;
  readonly locale: Locale;
}

/** A loaded page. */
export interface PageModule {
  readonly Page: ComponentType<{ readonly path: string }>;
  /** Loads in parallel what the page would otherwise request sequentially. */
  readonly prepare?: (opening: Opening) => Promise<void>;
}
