import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { applyTheme } from '../ui/appearance/apply-palette.ts';
import { ignoreCompositionKeys } from '../ui/parts/composition-keys.ts';
import { App, loadAppShell } from './app.tsx';
import type { Runtime } from './runtime.ts';

/** Renders the console as soon as its runtime is loaded. */
export async function start(root: HTMLElement, coming: Promise<Runtime>): Promise<void> {
  ignoreCompositionKeys(window);
  const runtime = await coming;
  if (runtime.returning) void loadAppShell();
  document.documentElement.lang = runtime.locale;
  document.title = runtime.api.config.siteName;
  applyTheme(runtime.appearance.theme);
  runtime.applyPalette(runtime.appearance.themeColor);
  createRoot(root).render(
    <StrictMode>
      <App runtime={runtime} />
    </StrictMode>,
  );
}
