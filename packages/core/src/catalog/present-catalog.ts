import type { Catalogue } from './catalog.ts';

/** What exists under the server's flags: what stands on a screen whose flag is not set is left out on every face. */
export function presentCatalogue(catalogue: Catalogue, flags: Readonly<Record<string, string>>): Catalogue {
  const screens = catalogue.screens.filter(({ flag }) => flag === undefined || flags[flag] === 'true');
  const absent = new Set(catalogue.screens.filter((screen) => !screens.includes(screen)).map(({ path }) => path));
  const isPresent = ({ path }: { readonly path?: string }) => path === undefined || !absent.has(path);
  return {
    ...catalogue,
    screens,
    resources: catalogue.resources.filter(isPresent),
    settings: catalogue.settings.filter(isPresent),
    reports: catalogue.reports.filter(isPresent),
  };
}
