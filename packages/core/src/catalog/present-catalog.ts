import type { Catalogue } from './catalog.ts';

/** Returns the catalog that the server's flags enable, without the screens of disabled flags and their definitions. */
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
